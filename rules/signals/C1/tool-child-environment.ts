import { spawn } from "child_process";

export function run(command: string, allowed: Record<string, string>) {
  spawn(command, [], { shell: true }); // expect: tool-child-environment
  spawn(command, [], { env: allowed }); // ok: tool-child-environment
}
