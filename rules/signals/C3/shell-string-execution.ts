import { exec, spawn } from 'node:child_process';

export const run = (command: string) => exec(command); // expect: shell-string-execution
export const list = (dir: string) => spawn('ls', [dir]); // ok: shell-string-execution
