import { execSync } from "node:child_process";

export function lend(command: string) {
  execSync(command); // expect: sink-untimed
}

export function held(command: string) {
  execSync(command, { timeout: 30000 }); // ok: sink-untimed
}
