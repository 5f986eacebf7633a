import { spawn } from "child_process";

export function confined(profile: string, line: string) {
  spawn("/usr/bin/sandbox-exec", ["-p", profile, line]); // expect: os-sandbox
  spawn("sandwich", [line]); // ok: os-sandbox
}

export function buildSeatbeltProfile(folder: string) { // expect: os-sandbox
  return `(deny default)(allow file-write* (subpath "${folder}"))`;
}

export function TabWrapper(sandboxExecutionId: string) { // ok: os-sandbox
  return sandboxExecutionId;
}

export const PERMISSIONS = { "sandbox/exec": "sandbox.exec" }; // ok: os-sandbox
