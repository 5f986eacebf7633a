import { realpath, stat } from "node:fs/promises";
import path from "node:path";

export interface Config {
  /** Folder of the notes, links resolved. */
  root: string;
  maxNoteBytes: number;
  maxListed: number;
  maxSearched: number;
  maxHits: number;
  fetchTimeoutMs: number;
  maxPageBytes: number;
}

export const LIMITS: Omit<Config, "root"> = {
  maxNoteBytes: 200_000,
  maxListed: 200,
  maxSearched: 2_000,
  maxHits: 100,
  fetchTimeoutMs: 10_000,
  maxPageBytes: 1_000_000,
};

/** The folder comes from the first argument or NOTES_DIR; the limits are fixed. */
export async function loadConfig(args: string[], env: NodeJS.ProcessEnv): Promise<Config> {
  const folder = args[0] ?? env.NOTES_DIR;
  if (!folder) {
    throw new Error("give the folder of the notes as an argument or in NOTES_DIR");
  }
  const root = await realpath(path.resolve(folder));
  if (!(await stat(root)).isDirectory()) {
    throw new Error(`${folder} is not a folder`);
  }
  return { root, ...LIMITS };
}
