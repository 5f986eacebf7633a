void keep(const char *path) {
  open(path, O_CREAT | O_WRONLY, 0600); // expect: owner-only-file
  open(path, O_CREAT | O_WRONLY, 0644); // ok: owner-only-file
}
