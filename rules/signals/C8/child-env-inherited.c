void bare(char **args) {
  execvp("git", args); // expect: child-env-inherited
}

void clean(char **args, char **env) {
  execve("/usr/bin/git", args, env); // ok: child-env-inherited
}
