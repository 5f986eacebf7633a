import assert from "node:assert/strict";
import { mkdtemp, realpath, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";

import { resolveNote } from "../src/paths.js";

async function folder(): Promise<string> {
  return realpath(await mkdtemp(path.join(tmpdir(), "notes-")));
}

test("a note in the folder", async () => {
  const root = await folder();
  assert.equal(await resolveNote(root, "a/b.md"), path.join(root, "a/b.md"));
});

test("paths that leave the folder are refused", async () => {
  const root = await folder();
  for (const name of ["../x.md", "/etc/x.md", "a/../../x.md", "x.txt", "a\0.md"]) {
    await assert.rejects(resolveNote(root, name));
  }
});

test("links that leave the folder are refused", async () => {
  const root = await folder();
  const other = await folder();
  await writeFile(path.join(other, "x.md"), "");
  await symlink(other, path.join(root, "out"));
  await assert.rejects(resolveNote(root, "out/x.md"));
  await assert.rejects(resolveNote(root, "out/new.md"));
});
