import { spawn } from "child_process";

export function start(image: string) {
  spawn("docker", ["run", "--cap-drop=ALL", image]); // expect: container-hardening
  spawn("docker", ["run", "--rm", image]); // ok: container-hardening
}
