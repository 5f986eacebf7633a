import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';

export function createServer() {
  const server = new McpServer({ name: 'x', version: '1' });
  const tool = (name: string, description: string, shape: Shape, handler: Handler) => {
    // tool: mcp unnamed() body described bound
    server.registerTool(name, { description, inputSchema: shape }, async (args) => wrap(handler, args));
  };
  // tool: registry tap(x: number, y: number) body described bound
  tool('tap', 'Taps the screen', { x: z.number(), y: z.number() }, async ({ x, y }) => press(x, y));
  return server;
}
