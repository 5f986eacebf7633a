import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const server = new Server({ name: 'fs' }, { capabilities: { tools: {} } });
const WRITE = 'write_file';

const TOOLS = [
  // tool: mcp write_file(path: string, text?: string) described in TOOLS bound
  { name: WRITE, description: 'Writes', inputSchema: { type: 'object', properties: { path: { type: 'string' }, text: { type: 'string' } }, required: ['path'] } },
];

// tool: mcp hidden(deep: boolean) described
const HIDDEN = { name: 'hidden', description: 'Is handed to nobody', inputSchema: zodToJsonSchema(HiddenArgs) };
const HiddenArgs = z.object({ deep: z.boolean() }).strict();

// model: mcp serve tools=[TOOLS]
server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    ...TOOLS,
    // tool: mcp list_dir(dir?: string) described bound
    { name: 'list_dir', description: 'Lists', inputSchema: { type: 'object', properties: { dir: { type: 'string' } } } },
  ],
}));
server.setRequestHandler(CallToolRequestSchema, async (request) => dispatch(request));
