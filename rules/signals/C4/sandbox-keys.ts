import { Daytona } from "@daytonaio/sdk";

export async function start(key: string) {
  const box = await new Daytona().create({ envVars: { MODEL_KEY: key } }); // expect: sandbox-keys
  return box.label("x"); // ok: sandbox-keys
}
