import { spawn } from "child_process";

export function run(path: string) {
  spawn(path, [], { uid: 65534 }); // expect: other-account
  spawn(path, [], { cwd: "/tmp" }); // ok: other-account
}
