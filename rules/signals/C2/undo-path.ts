export async function restoreWorkspace(id: string) { return id; } // expect: undo-path
export async function restoreCheckpoint(id: string) { return graph.state(id); } // ok: undo-path
export async function listFiles(id: string) { return id; } // ok: undo-path
