export function mayOpen(target: string, allowedFolders: string[]) {
  if (allowedFolders.length === 0) { // expect: empty-list-allows
    return true;
  }
  return allowedFolders.some((folder) => within(folder, target)); // ok: empty-list-allows
}
