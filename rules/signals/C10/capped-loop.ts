export async function lend(desk: Desk, maxSteps: number) {
  for (let step = 0; step < maxSteps; step++) { // expect: capped-loop
    await desk.ask();
  }
  for (let i = 0; i < desk.books; i++) { // ok: capped-loop
    desk.put(i);
  }
}
