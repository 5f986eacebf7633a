export async function backupFile(path: string) { // ok: undo-path
  return path;
}
await backupFile("shelf");
