void stop(pid_t child) {
  killpg(child, SIGTERM); // expect: process-tree-kill
  kill(child, SIGTERM); // ok: process-tree-kill
}
