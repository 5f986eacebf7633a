import { lstat, realpath } from "node:fs/promises";
import path from "node:path";

export class OutsideError extends Error {
  constructor(name: string) {
    super(`${name} is outside the notes folder`);
  }
}

function isWithin(root: string, candidate: string): boolean {
  return candidate === root || candidate.startsWith(root + path.sep);
}

/**
 * The absolute path of a note. Links are resolved before the check; for a note that does not exist yet its nearest
 * existing folder is.
 */
export async function resolveNote(root: string, name: string): Promise<string> {
  if (name.includes("\0") || !name.endsWith(".md")) {
    throw new Error("a note is a file that ends in .md");
  }
  const wanted = path.resolve(root, name);
  if (!isWithin(root, wanted)) {
    throw new OutsideError(name);
  }
  let existing = wanted;
  while (!(await exists(existing))) {
    existing = path.dirname(existing);
  }
  const real = await realpath(existing);
  if (!isWithin(root, real)) {
    throw new OutsideError(name);
  }
  return path.join(real, path.relative(existing, wanted));
}

async function exists(candidate: string): Promise<boolean> {
  try {
    await lstat(candidate);
    return true;
  } catch {
    return false;
  }
}
