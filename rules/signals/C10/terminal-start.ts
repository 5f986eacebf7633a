import * as pty from "node-pty";

export function lend(command: string) {
  pty.spawn(command, [], {}); // expect: terminal-start
  pty.spawn("books", [], {}); // ok: terminal-start
}
