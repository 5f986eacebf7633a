import OpenAI from "openai";

const client = new OpenAI();

export async function turn(tools: Record<string, (input: unknown) => unknown>, messages: any[]) {
  const reply = await client.chat.completions.create({ model: "m", messages, tools: [] });
  for (const asked of reply.choices[0].message.tool_calls ?? []) {
    await tools[asked.function.name](asked.function.arguments); // expect: tool-dispatch
    await executeTool(asked.function.name, asked); // expect: tool-dispatch
    approveToolCall(asked); // ok: tool-dispatch
    tools.listing(asked); // ok: tool-dispatch
  }
}

async function executeTool(name: string, asked: unknown) {
  const tool = find(name);
  return tool.execute(asked); // expect: tool-dispatch
}
