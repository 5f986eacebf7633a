import { spawn } from "child_process";

export function start(image: string) {
  spawn("docker", ["run", "--privileged", image]); // expect: container-privileged
  spawn("docker", ["run", image]); // ok: container-privileged
}
