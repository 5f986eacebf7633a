const file = ".mcp.json"; // expect: workspace-config
const page = "page.json"; // ok: workspace-config

import { join } from "node:path";

export function kinds(cwd: string) {
  return [join(cwd, "agents.json"), join(cwd, "tsconfig.json")]; // expect: workspace-config
}

export function compiles(cwd: string) {
  return join(cwd, "tsconfig.json"); // ok: workspace-config
}

export function built() {
  return join(process.cwd(), ".mcp-desk", "build", "manifest.json"); // ok: workspace-config
}
