import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { ListToolsRequestSchema, Tool } from "@modelcontextprotocol/sdk/types.js";

export class Proxy {
  private offer() {
    this.server.setRequestHandler(ListToolsRequestSchema, async () => {
      const tools: Tool[] = [];
      this.operations.forEach((operation) => {
        const short = this.shorten(operation.key);
        tools.push({ // expect: nameless-tool
          name: short,
          description: operation.text,
          inputSchema: operation.schema as Tool["inputSchema"],
          annotations: { title: operation.title },
        });
      });
      return { tools };
    });
  }
}

export const limits = { name: "list_notes", description: "Lists" }; // ok: nameless-tool
