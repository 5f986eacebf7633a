import { spawn, exec } from "child_process";

export function run(command: string) {
  spawn("bash", ["-c", command]); // expect: written-launch
  exec("git status"); // ok: written-launch
}
