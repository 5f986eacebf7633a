import { spawn } from "node:child_process";

export function lend(command: string) {
  spawn(command); // expect: sink-ungrouped
}

export function held(command: string) {
  spawn(command, { detached: true }); // ok: sink-ungrouped
}
