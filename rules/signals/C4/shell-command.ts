import { exec, execFile, spawn } from "node:child_process";

export function call(line: string, parts: string[]) {
  spawn("bash", ["-lc", line]); // expect: shell-command
  spawn(line, { shell: true }); // expect: shell-command
  exec(line); // expect: shell-command
  execFile("convert", parts); // ok: shell-command
}
