import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';

const openai = new OpenAI();
const anthropic = new Anthropic();

const functions = [
  // tool: openai-schema search(query: string, sort?: enum) described in functions bound
  { type: 'function', function: { name: 'search', description: 'd', parameters: { type: 'object', properties: { query: { type: 'string' }, sort: { enum: ['new', 'old'] } }, required: ['query'] } } },
  // tool: openai-schema flat() described in functions bound
  { type: 'function', name: 'flat', description: 'd', parameters: { type: 'object', properties: {} } },
];

// tool: anthropic-schema bash(command: string) described bound
const bash = { name: 'bash', description: 'Runs a command', input_schema: { type: 'object' as const, properties: { command: { type: 'string' } }, required: ['command'] } };

// tool: openai-schema declared(when?: string!) described
const declared = { name: 'declared', description: 'd', parametersJsonSchema: { type: 'object', properties: { when: { type: 'string', format: 'date' } } } };

const runBeside = (args: any) => args;
// tool: anthropic-schema paired() ->runBeside body described in pair
const pair = [{ name: 'paired', description: 'd', input_schema: { type: 'object', properties: {} } }, runBeside];

// What describes another declaration is no tool.
const copies = (tools: any[]) => tools.map((tool) => ({ type: 'function', function: { name: tool.name, description: tool.description, parameters: tool.schema } }));

const noTool = { type: 'function', id: 'call_1' };

async function ask(messages) {
  while (true) {
    // model: openai call in ask loop tools=[functions] model="gpt-x"
    const reply = await openai.chat.completions.create({ model: 'gpt-x', messages, tools: functions });
    if (!reply.choices[0].message.tool_calls) break;
  }
  // model: anthropic call in ask tools=[bash] model="claude-x" system="Short."
  return anthropic.messages.create({ model: 'claude-x', max_tokens: 100, system: 'Short.', messages, tools: [bash] });
}
