import { spawn } from "child_process";

export function confined(profile: string, line: string) {
  spawn("/usr/bin/sandbox-exec", ["-p", profile, line]); // expect: os-sandbox
  spawn("sandwich", [line]); // ok: os-sandbox
}
