import fs from "node:fs";

export function keep(path: string, entry: object) {
  fs.appendFileSync(path, JSON.stringify(entry)); // expect: record-append
}

export function note(path: string, line: string) {
  fs.appendFileSync(path, line); // ok: record-append
}
