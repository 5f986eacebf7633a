import { appendFile, mkdir, open, readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";

import type { Config } from "./config.js";
import { resolveNote } from "./paths.js";

export interface Hit {
  note: string;
  line: number;
  text: string;
}

/** The notes on disk. Every path goes through resolveNote. */
export class NoteStore {
  constructor(private readonly config: Config) {}

  async list(limit: number): Promise<string[]> {
    const names: string[] = [];
    for await (const name of this.walk(this.config.root)) {
      names.push(name);
      if (names.length >= limit) {
        break;
      }
    }
    return names.sort();
  }

  async read(name: string): Promise<string> {
    const file = await open(await resolveNote(this.config.root, name), "r");
    try {
      const buffer = Buffer.alloc(this.config.maxNoteBytes);
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
      return buffer.subarray(0, bytesRead).toString("utf8");
    } finally {
      await file.close();
    }
  }

  async write(name: string, text: string): Promise<void> {
    const target = await resolveNote(this.config.root, name);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text, "utf8");
  }

  async append(name: string, text: string): Promise<void> {
    const target = await resolveNote(this.config.root, name);
    const size = await stat(target).then((found) => found.size, () => 0);
    if (size + Buffer.byteLength(text) > this.config.maxNoteBytes) {
      throw new Error("the note would become too large");
    }
    await mkdir(path.dirname(target), { recursive: true });
    await appendFile(target, text.endsWith("\n") ? text : `${text}\n`, "utf8");
  }

  async remove(name: string): Promise<void> {
    await rm(await resolveNote(this.config.root, name));
  }

  async search(query: string, limit: number): Promise<Hit[]> {
    const hits: Hit[] = [];
    let searched = 0;
    for await (const note of this.walk(this.config.root)) {
      searched += 1;
      if (searched > this.config.maxSearched) {
        break;
      }
      const lines = (await this.read(note)).split("\n");
      for (const [index, text] of lines.entries()) {
        if (text.toLowerCase().includes(query.toLowerCase())) {
          hits.push({ note, line: index + 1, text: text.slice(0, 300) });
        }
        if (hits.length >= limit) {
          return hits;
        }
      }
    }
    return hits;
  }

  private async *walk(folder: string): AsyncGenerator<string> {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const full = path.join(folder, entry.name);
      if (entry.isDirectory() && !entry.name.startsWith(".")) {
        yield* this.walk(full);
      } else if (entry.isFile() && entry.name.endsWith(".md")) {
        yield path.relative(this.config.root, full);
      }
    }
  }
}
