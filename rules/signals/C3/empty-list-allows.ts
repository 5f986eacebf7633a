function check(path: string, allowedDirectories: string[]): boolean {
  if (allowedDirectories.length === 0) { // expect: empty-list-allows
    return true;
  }
  return allowedDirectories.includes(path);
}

function refuse(path: string, allowedDirectories: string[]): boolean {
  if (allowedDirectories.length === 0) return false; // ok: empty-list-allows
  return true;
}
