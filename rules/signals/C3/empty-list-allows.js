function check(path) {
  if (this.allowedRoots.length === 0) return true; // expect: empty-list-allows
  return this.allowedRoots.includes(path);
}
