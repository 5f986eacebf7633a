int inside(const char *root, const char *name) {
  char found[4096];
  if (!realpath(name, found)) return 0; // expect: resolved-path-containment
  return strncmp(found, root, strlen(root)) == 0;
}

int named(const char *name) {
  return strncmp(name, "book", 4) == 0; // ok: resolved-path-containment
}
