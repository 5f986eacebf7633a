import { FastMCP } from 'fastmcp';
import { MCPTool } from 'mcp-framework';
import { z } from 'zod';

const server = new FastMCP({ name: 'fast' });

// tool: mcp fetch(url: string!) ->execute body openWorldHint=true described bound
server.addTool({
  name: 'fetch',
  description: 'Fetches a page',
  parameters: z.object({ url: z.string().url() }),
  annotations: { openWorldHint: true },
  execute: async (args) => get(args.url),
});

// tool: mcp echo(text) ->execute body described
class EchoTool extends MCPTool {
  name = 'echo';
  description = 'Says it again';
  schema = { text: { type: z.string(), description: 'what' } };
  async execute(input) {
    return input.text;
  }
}

// tool: mcp defined(id: string!) ->handler body described
kit.defineTool({ name: 'defined', description: 'd', inputSchema: z.object({ id: z.string().uuid() }), handler: async ({ id }) => id });
