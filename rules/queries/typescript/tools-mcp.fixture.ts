import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

const server = new McpServer({ name: 'x', version: '1' });

// tool: mcp add(a: number, b?: number) body bound
server.tool('add', { a: z.number(), b: z.number().optional() }, async ({ a, b }) => sum(a, b));
// tool: mcp ping() body described bound
server.tool('ping', 'Pings', async () => 1);
// tool: mcp read(path: string!) ->handleRead body readOnlyHint=true openWorldHint=false described bound
server.registerTool(
  'read',
  {
    title: 'Read',
    description: 'Reads',
    inputSchema: { path: z.string().max(100) },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  handleRead,
);
// tool: mcp x() ->handle readOnlyHint=true described bound
app.tool('x', 'd', schema.shape, { readOnlyHint: true }, handle);

async function handleRead({ path }) {
  return open(path);
}

const NAMES = { list: 'list_items' };
// tool: mcp list_items() body described bound
server.tool(NAMES.list, 'Lists all that is there.', async () => 1);
