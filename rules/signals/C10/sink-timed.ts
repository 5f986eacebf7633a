import { execSync } from "node:child_process";

export function lend(command: string) {
  execSync(command, { timeout: 30000 }); // expect: sink-timed
  execSync(command); // ok: sink-timed
}
