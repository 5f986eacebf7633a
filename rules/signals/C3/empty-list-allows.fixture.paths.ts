export function mayOpen(target: string, allowedFolders: string[]) {
  if (allowedFolders.length === 0) { // expect: empty-list-allows
    return true;
  }
  return allowedFolders.some((folder) => within(folder, target)); // ok: empty-list-allows
}

export function mayWrite(target: string, allowedFolders: string[]) {
  if (allowedFolders.length === 0) { // ok: empty-list-allows
    return false;
  }
  return allowedFolders.some((folder) => within(folder, target));
}
