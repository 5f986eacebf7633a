class Desk {
  void stop(Process child) {
    child.toHandle().descendants().forEach(ProcessHandle::destroy); // expect: process-tree-kill
    child.destroy(); // ok: process-tree-kill
  }
}
