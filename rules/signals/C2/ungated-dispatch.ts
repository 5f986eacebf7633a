import OpenAI from "openai";

const client = new OpenAI();

export async function turn(session: Session, messages: Message[]) {
  const reply = await client.chat.completions.create({ model: "m", messages });
  for (const asked of reply.choices[0].message.tool_calls) {
    await session.executeTool(asked.name, asked.arguments); // expect: ungated-dispatch
  }
  return session.listTools(reply); // ok: ungated-dispatch
}
