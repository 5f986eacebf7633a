import OpenAI from "openai";

import { writeAuditLog } from "./audit.js";
import { runTool, tools } from "./tools.js";

const client = new OpenAI();

/** Works on a task until the model has an answer. */
export async function work(task: string): Promise<string> {
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: "system", content: "You do the paperwork of a small office." },
    { role: "user", content: task },
  ];
  while (true) {
    const answer = await client.chat.completions.create({ model: "gpt-4o", messages, tools });
    const message = answer.choices[0].message;
    messages.push(message);
    if (!message.tool_calls) {
      return message.content ?? "";
    }
    for (const call of message.tool_calls) {
      const result = await runTool(call.function.name, JSON.parse(call.function.arguments));
      await writeAuditLog(call.function.name, JSON.parse(call.function.arguments), "done");
      messages.push({ role: "tool", tool_call_id: call.id, content: result });
    }
  }
}
