export function stopWorkflow(desk: Desk) { // expect: stop-word
  desk.child.kill(); // expect: stop-word
  desk.spinner.cancel(); // ok: stop-word
}
process.on('SIGINT', leave); // expect: stop-word
process.on('warning', leave); // ok: stop-word
