import fs from "node:fs";
import path from "node:path";

export function placeSkill(cwd: string, name: string, shelf: string) {
  const target = path.join(cwd, ".claude", "skills"); // ok: workspace-config
  fs.symlinkSync(shelf, path.join(target, name));
}
