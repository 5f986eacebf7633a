import { spawn } from "child_process";

export function start() {
  spawn("npx", ["@team/server@2.0.1"]); // expect: pinned-package
  spawn("npx", ["@team/server@latest"]); // ok: pinned-package
}
