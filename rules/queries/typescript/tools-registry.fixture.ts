import { defineTool } from './tools';

// tool: registry list(dir: string) ->handler body described in all bound
export const list = defineTool({ name: 'list', description: 'Lists files', schema: z.object({ dir: z.string() }), handler: async ({ dir }) => readdir(dir) });

// tool: registry own(id: string!, kind?: enum) ->execute body described in registry
const own = { name: 'own', description: 'Own form', parameters: Type.Object({ id: Type.String({ maxLength: 9 }), kind: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b')])) }), execute: async (args) => run(args) };

const inputSchema = z.object({ agent: z.string(), prompt: z.string().max(2000) });
// tool: registry delegate(agent: string, prompt: string!) ->execute body described
export const delegate: ToolDefinition = {
  name: 'delegate',
  description: 'Asks another agent',
  inputSchema,
  async execute({ agent, prompt }) {
    return ask(agent, prompt);
  },
};

// tool: registry read(path: string) ->execute body described in all bound
class ReadTool {
  readonly name = 'read';
  description = 'Reads a file';
  parameters = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
  async execute(path: string, encoding?: string) {
    return open(path, encoding);
  }
}

// tool: registry write(path: string, mode?: enum) ->execute body described in all bound
class WriteTool extends BaseTool {
  name = 'write';
  description = 'Writes a file';
  async execute(path: string, mode: 'append' | 'replace' = 'replace') {
    return save(path, mode);
  }
}

registry.register(own);
export const all = [new ReadTool(), new WriteTool(), list];
// model: openai call tools=[all, ReadTool, WriteTool, list] model=MODEL
const reply = await client.chat.completions.create({ model: MODEL, messages, tools: all.map((tool) => tool.schema) });
