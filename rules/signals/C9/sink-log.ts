import { exec } from "node:child_process";

export function lend(command: string) {
  console.log("lending", command); // expect: sink-log
  exec(command);
}

export function tidy(command: string) {
  console.log("tidied", command); // ok: sink-log
}
