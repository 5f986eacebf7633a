import { Agent, run, tool } from '@openai/agents';
import { z } from 'zod';

// tool: openai-agents remove(path: string!, force?: boolean) ->execute body approval=true described bound
const remove = tool({
  name: 'remove',
  description: 'Removes a file',
  parameters: z.object({ path: z.string().max(200), force: z.boolean().optional() }),
  needsApproval: true,
  execute: async ({ path }) => unlink(path),
});

// model: openai-agents agent tools=[remove] model="gpt-x" system="Be brief."
const agent = new Agent({ name: 'Clerk', instructions: 'Be brief.', model: 'gpt-x', tools: [remove] });
// model: openai-agents call bound=4 tools=[remove] model="gpt-x" system="Be brief."
const result = await run(agent, 'Hi', { maxTurns: 4 });
