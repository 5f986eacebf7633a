import { spawn } from "child_process";

export function run(command: string) {
  spawn("bash", ["-c", command]); // expect: tool-launch
  spawn("git", ["status"]); // ok: tool-launch
}
