import { exec } from "child_process";
import { tool } from "ai";

export const shell = tool({
  description: "Run a command",
  execute: async ({ command }) => exec(command), // expect: ambient-command
});

export const narrow = tool({
  description: "Run a command without keys",
  execute: async ({ command }) => exec(command, { env: { PATH: "/usr/bin" } }), // ok: ambient-command
});
