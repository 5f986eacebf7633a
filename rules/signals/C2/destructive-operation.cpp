void drop(const std::string &path) {
  std::filesystem::remove_all(path); // expect: destructive-operation
}

void clean(const std::string &temp_path) {
  std::filesystem::remove_all(temp_path); // ok: destructive-operation
}
