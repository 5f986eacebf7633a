export async function open(id: string) {
  return await loadSession(id); // ok: history-load
}
