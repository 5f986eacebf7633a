void store(const std::string &path) {
  std::filesystem::remove_all(path); // expect: file-write
  std::filesystem::exists(path); // ok: file-write
}
