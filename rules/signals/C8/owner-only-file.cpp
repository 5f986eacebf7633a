void keep(const char *path) {
  chmod(path, S_IRUSR | S_IWUSR); // expect: owner-only-file
  chmod(path, mode); // ok: owner-only-file
}
