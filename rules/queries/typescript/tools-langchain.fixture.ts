import { DynamicStructuredTool, DynamicTool, StructuredTool, tool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { z } from 'zod';

// tool: langchain search(query: string, limit?: number) body described in tools bound
const search = tool(async ({ query }) => find(query), {
  name: 'search',
  description: 'Searches',
  schema: z.object({ query: z.string(), limit: z.number().default(5) }),
});

// tool: langchain reader(path: string!) ->func body described in tools bound
const reader = new DynamicStructuredTool({
  name: 'reader',
  description: 'Reads',
  schema: z.object({ path: z.string().regex(/^[a-z]+$/) }),
  func: async ({ path }) => open(path),
});

// tool: langchain echo(text) ->func body described bound
const echo = new DynamicTool({ name: 'echo', description: 'Says it again', func: async (text) => text });

// tool: langchain shell(command: string) ->_call body described in tools bound
class Shell extends StructuredTool {
  name = 'shell';
  description = 'Runs a command';
  schema = z.object({ command: z.string() });
  async _call({ command }) {
    return run(command);
  }
}

const tools = [search, reader, new Shell()];
// model: langchain agent tools=[tools, Shell, reader, search]
const model = new ChatOpenAI({ model: 'gpt-x' }).bindTools(tools);
// model: langchain agent tools=[echo] model=model
const agent = createReactAgent({ llm: model, tools: [echo], prompt: 'Short.' });

async function turn(messages) {
  for (let i = 0; i < 6; i++) {
    // model: langchain call in turn loop bound=6 tools=[tools, Shell, reader, search] appends=[reply]
    messages.push(await model.invoke(messages));
  }
}
