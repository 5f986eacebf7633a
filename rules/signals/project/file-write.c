void store(const char *path) {
  FILE *out = fopen(path, "wb"); // expect: file-write
  FILE *in = fopen(path, "rb"); // ok: file-write
  unlink(path); // expect: file-write
  remove_shelf(path); // ok: file-write
}
