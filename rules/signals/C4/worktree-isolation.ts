export async function createWorktree(folder: string) { // expect: worktree-isolation
  return folder;
}

export async function createWork(folder: string) { // ok: worktree-isolation
  return folder;
}
