import { spawn } from "child_process";

export function start() {
  spawn("npx", ["server@latest"]); // expect: unpinned-launch
  spawn("npx", ["server@1.2.3"]); // ok: unpinned-launch
}
