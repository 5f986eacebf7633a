import { client } from "@example/telemetry-client"; // expect: telemetry-name
import { sum } from "./numbers"; // ok: telemetry-name

export async function launch(name: string) {
  await fetch("https://eu.posthog.example/i/v0/e/", { method: "POST" }); // expect: telemetry-name
  reportUsage(name); // expect: telemetry-name
  return sum([1, 2]); // ok: telemetry-name
}
export const switches = ["sentry_mode"]; // ok: telemetry-name
