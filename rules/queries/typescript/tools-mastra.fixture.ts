import { Agent } from '@mastra/core/agent';
import { Tool, createTool } from '@mastra/core/tools';
import { z } from 'zod';

// tool: mastra get-weather(city: string!) ->execute body described bound
export const weather = createTool({
  id: 'get-weather',
  description: 'Tells the weather',
  inputSchema: z.object({ city: z.string().min(1) }),
  execute: async ({ context }) => get(context.city),
});

// tool: mastra forecast(days: number) ->run approval=true described bound
const forecast = new Tool({ id: 'forecast', description: 'Tells tomorrow', inputSchema: z.object({ days: z.number() }), requireApproval: true, execute: run });

// model: mastra agent tools=[weather, forecast] model=openai("gpt-x") system="Help."
export const agent = new Agent({ name: 'Weather', instructions: 'Help.', model: openai('gpt-x'), tools: { weather, forecast } });
// model: mastra call bound=5
const answer = await agent.generate('Rain?', { maxSteps: 5 });
