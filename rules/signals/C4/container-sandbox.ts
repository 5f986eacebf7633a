import { spawn } from "child_process";
import Docker from "dockerode";

export async function start(image: string) {
  const engine = new Docker(); // expect: container-sandbox
  await engine.createContainer({ Image: image }); // expect: container-sandbox
  spawn("docker", ["exec", image]); // expect: container-sandbox
  spawn("make", [image]); // ok: container-sandbox
  return engine;
}
