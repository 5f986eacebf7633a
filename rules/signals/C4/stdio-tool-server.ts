import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";

export function pour(kettle: string) {
  // expect: stdio-tool-server
  return new StdioClientTransport({ command: kettle });
}

export function look(address: URL) {
  // ok: stdio-tool-server
  return new SSEClientTransport(address);
}
