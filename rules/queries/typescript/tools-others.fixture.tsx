import { useCopilotAction, useFrontendTool } from '@copilotkit/react-core';
import { CopilotRuntime } from '@copilotkit/runtime';
import { FunctionTool as AdkTool, LlmAgent } from '@google/adk';
import { Agent as StrandsAgent, tool as strandsTool } from '@strands-agents/sdk';
import { FunctionTool, agent, tool } from 'llamaindex';
import { genkit } from 'genkit';
import { z } from 'zod';

const ai = genkit({ plugins: [] });
// tool: genkit menu(day: string) body described bound
const menu = ai.defineTool({ name: 'menu', description: 'Reads the menu', inputSchema: z.object({ day: z.string() }) }, async ({ day }) => read(day));
// model: genkit call tools=[menu] model="gemini-x"
const reply = await ai.generate({ model: 'gemini-x', prompt: 'Hi', tools: [menu] });

// tool: llamaindex sum(a: number, b: number) ->execute body described bound
const sum = tool({ name: 'sum', description: 'Adds', parameters: z.object({ a: z.number(), b: z.number() }), execute: ({ a, b }) => a + b });
// tool: llamaindex difference(a: number) body described bound
const difference = FunctionTool.from(({ a, b }) => a - b, { name: 'difference', description: 'Subtracts', parameters: z.object({ a: z.number() }) });
// model: llamaindex agent tools=[sum, difference] model=model
const calculator = agent({ tools: [sum, difference], llm: model });

// tool: google-adk refund(order: string) ->execute body described bound
const refund = new AdkTool({ name: 'refund', description: 'Pays back', parameters: z.object({ order: z.string() }), execute: async ({ order }) => pay(order) });
// model: google-adk agent tools=[refund] model="gemini-x" system="Help."
const clerk = new LlmAgent({ name: 'clerk', model: 'gemini-x', instruction: 'Help.', tools: [refund] });

// tool: strands letters(word: string) ->callback body described bound
const letters = strandsTool({ name: 'letters', description: 'Counts letters', inputSchema: z.object({ word: z.string() }), callback: (input) => input.word.length });
// model: strands agent tools=[letters] system="Count."
const counter = new StrandsAgent({ tools: [letters], systemPrompt: 'Count.' });

export function Board() {
  // tool: copilotkit addCard(title: string, column?: enum) ->handler body described bound
  useCopilotAction({
    name: 'addCard',
    description: 'Adds a card',
    parameters: [{ name: 'title', type: 'string' }, { name: 'column', type: 'string', enum: ['todo', 'done'], required: false }],
    handler: async ({ title }) => add(title),
  });
  // tool: copilotkit open(id: string) ->handler body described bound
  useFrontendTool({ name: 'open', description: 'Opens a card', parameters: z.object({ id: z.string() }), handler: ({ id }) => show(id) });
  return <div />;
}

// tool: registry lookup(key: string) ->handler body described in runtime bound
// model: copilotkit agent
const runtime = new CopilotRuntime({ actions: [{ name: 'lookup', description: 'Looks up', parameters: [{ name: 'key', type: 'string', required: true }], handler: async ({ key }) => get(key) }] });
