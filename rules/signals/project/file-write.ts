import fs from "node:fs";

export function keep(path: string, text: string) {
  fs.writeFileSync(path, text); // expect: file-write
  fs.readFileSync(path); // ok: file-write
}
