import { execSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";

import type OpenAI from "openai";

import { askApproval, redactSecrets } from "./approval.js";

export const tools: OpenAI.ChatCompletionTool[] = [
  {
    type: "function",
    function: {
      name: "run_command",
      description: "Run a command of the machine.",
      parameters: { type: "object", properties: { command: { type: "string" } } },
    },
  },
  {
    type: "function",
    function: {
      name: "read_file",
      description: "Read a file.",
      parameters: { type: "object", properties: { path: { type: "string" } } },
    },
  },
  {
    type: "function",
    function: {
      name: "write_file",
      description: "Write a file.",
      parameters: { type: "object", properties: { path: { type: "string" }, text: { type: "string" } } },
    },
  },
];

function runCommand(command: string): string {
  return execSync(command, { encoding: "utf8" });
}

export async function runTool(name: string, input: Record<string, string>): Promise<string> {
  if (!(await askApproval(`${name} ${JSON.stringify(input)}`))) {
    return "The user said no.";
  }
  switch (name) {
    case "run_command":
      return redactSecrets(runCommand(input.command));
    case "read_file":
      return redactSecrets(await readFile(input.path, "utf8"));
    case "write_file":
      await writeFile(input.path, input.text);
      return "written";
    default:
      return "no such tool";
  }
}
