import fs from "node:fs";

export function keep(fd: number) {
  fs.fsyncSync(fd); // expect: record-flush
  fs.closeSync(fd); // ok: record-flush
}
