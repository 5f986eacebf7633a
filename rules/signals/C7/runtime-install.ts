import { spawn } from "child_process";

export function ensure(name: string) {
  spawn("npm", ["install", name]); // expect: runtime-install
}

export function version() {
  spawn("npm", ["--version"]); // ok: runtime-install
}
