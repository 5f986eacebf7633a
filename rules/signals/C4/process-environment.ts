import { spawn } from "child_process";

export function start(program: string) {
  spawn(program, [], { env: process.env }); // expect: process-environment
  spawn(program, [], { env: { LANG: "C" } }); // ok: process-environment
}
