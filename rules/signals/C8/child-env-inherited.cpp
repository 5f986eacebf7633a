void bare(const std::string &line) {
  std::system(line.c_str()); // expect: child-env-inherited
}

void clean(char **args, char **env) {
  execve("/usr/bin/git", args, env); // ok: child-env-inherited
}
