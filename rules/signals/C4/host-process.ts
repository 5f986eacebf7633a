import { spawn } from "node:child_process";
import { execa } from "execa";

export function start(command: string, parts: string[]) {
  return spawn(command, parts); // expect: host-process
}

export async function once(line: string) {
  await execa(line); // expect: host-process
  const found = /a(b)/.exec(line); // ok: host-process
  return found;
}
