void drop(const char *path) {
  unlink(path); // expect: destructive-operation
}

void clean(const char *tmp_path) {
  unlink(tmp_path); // ok: destructive-operation
}
