function killProcessTree(pid) { // expect: process-tree-kill
  return pid;
}
function killTimer(pid) { // ok: process-tree-kill
  return pid;
}
