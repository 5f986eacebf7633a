import { execFile, spawn } from "child_process";

export function show(url: string, program: string) {
  execFile("xdg-open", [url]); // expect: helper-process
  spawn(program, [url]); // ok: helper-process
}
