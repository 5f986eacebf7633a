import { exec } from "node:child_process";

export function lend(desk: Desk, command: string) {
  desk.recordCommand(command); // expect: sink-record
  exec(command);
}

export function tidy(desk: Desk, command: string) {
  desk.recordCommand(command); // ok: sink-record
}
