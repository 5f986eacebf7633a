import { dynamicTool, generateText, stepCountIs, streamText, tool } from 'ai';
import { z } from 'zod';

const tools = {
  // tool: vercel-ai weather(city: string) ->execute body described in tools bound
  weather: tool({ description: 'd', inputSchema: z.object({ city: z.string() }), execute: async ({ city }) => get(city) }),
};

// tool: vercel-ai save(path: string, tags?: array) approval=true described bound
export const save = tool({ description: 'd', parameters: z.object({ path: z.string(), tags: z.array(z.string()).nullish() }), needsApproval: true });
// tool: vercel-ai custom() ->runAnything described
const custom = dynamicTool({ description: 'd', inputSchema: z.object({}), execute: runAnything });

export async function answer(messages) {
  // model: vercel-ai call in answer bound=5 tools=[save, tools] model=openai("gpt-x") system="Short."
  const result = await generateText({ model: openai('gpt-x'), system: 'Short.', messages, tools: { ...tools, save }, stopWhen: stepCountIs(5) });
  // tool: vercel-ai look(q: string) ->find described bound
  // model: vercel-ai call in answer tools=[look] model=MODEL
  return streamText({ model: MODEL, messages, tools: { look: tool({ description: 'd', inputSchema: z.object({ q: z.string() }), execute: find }) } });
}
