import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"; // expect: mcp-client

export function open(command: string, bus: Bus) {
  bus.connectClient(command); // ok: mcp-client
  return new StdioClientTransport({ command }); // expect: mcp-client
}

export class RoomDesk {
  async open() {
    await this.initializeMCPClient(); // ok: mcp-client
  }
}
