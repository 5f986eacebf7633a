import { spawn } from "child_process";

export function fetchImage(name: string) {
  spawn("docker", ["pull", name]); // expect: sandbox-image-pull
  spawn("docker", ["ps", name]); // ok: sandbox-image-pull
}
