function killProcessTree(pid) { // expect: process-tree-kill
  return pid;
}
function killTimer(pid) { // ok: process-tree-kill
  return pid;
}
export function endChild(child: { pid: number }): void {
  process.kill(-child.pid, 'SIGTERM'); // expect: process-tree-kill
}
export function endOne(child: { pid: number }): void {
  process.kill(child.pid, 'SIGTERM'); // ok: process-tree-kill
}
endChild(shelf);
endOne(shelf);
