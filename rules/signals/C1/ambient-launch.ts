import { execFileSync } from "child_process";
import { tool } from "ai";

export const scan = tool({
  description: "Scan a host",
  execute: async ({ program, target }) => execFileSync(program, [target]), // expect: ambient-launch
});

export const version = tool({
  description: "Tell the version",
  execute: async () => execFileSync("uname", ["-a"]), // ok: ambient-launch
});

export function start(program: string, options: object) {
  return execFileSync(program, ["-v"], options); // ok: ambient-launch
}

export const started = tool({ description: "Start", execute: async ({ program }) => start(program, {}) });
