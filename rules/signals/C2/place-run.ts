import { spawn } from "child_process";

export const water = (command: string) => spawn(command, { shell: true }); // expect: place-run
export const note = (command: string) => command.trim(); // ok: place-run
