import { spawn } from "child_process";

export function start(image: string) {
  spawn("docker", ["run", "--network=none", image]); // expect: sandbox-network-off
  spawn("docker", ["run", "--network=shared", image]); // ok: sandbox-network-off
}
