bool inside(const std::string &root, const char *name) {
  char found[4096];
  realpath(name, found); // expect: resolved-path-containment
  return strncmp(found, root.c_str(), root.size()) == 0;
}

bool named(const char *name) {
  return strncmp(name, "book", 4) == 0; // ok: resolved-path-containment
}
