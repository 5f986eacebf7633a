import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';

// model: claude-agent-sdk serve
const server = createSdkMcpServer({
  name: 'notes',
  tools: [
    // tool: claude-agent-sdk read_note(path: string, lines: number!) body described in server bound
    tool('read_note', 'Reads a note', { path: z.string(), lines: z.number().int().max(50) }, async (args) => read(args.path)),
  ],
});

// tool: claude-agent-sdk spare(mode: enum) body described
const spare = tool('spare', 'Is in no server', { mode: z.enum(['a', 'b']) }, async () => 1);

// model: claude-agent-sdk call bound=3 tools=[server] model="claude-x" system="Short."
for await (const message of query({ prompt: 'Hi', options: { model: 'claude-x', systemPrompt: 'Short.', maxTurns: 3, mcpServers: { notes: server } } })) {
  console.log(message);
}
