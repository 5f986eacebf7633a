import { App } from "@modelcontextprotocol/ext-apps";

const app = new App({ title: "Runner", version: "1.0.0" });

export async function accept(id: string) {
  return app.callServerTool({
    name: "run_script", // ok: execution-tool
    arguments: { id },
  });
}
