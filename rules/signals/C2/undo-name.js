export function createBackup(file) { // expect: undo-name
  return file;
}

export function shelves() { // ok: undo-name
  return [];
}
