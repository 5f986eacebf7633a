import { spawn } from "child_process";

export function start(program: string) {
  spawn(program, [], { env: process.env }); // expect: process-environment
  spawn(program, [], { env: { LANG: "C" } }); // ok: process-environment
}

export function readColour(env: NodeJS.ProcessEnv = process.env) { // ok: process-environment
  return env.COLOUR;
}
