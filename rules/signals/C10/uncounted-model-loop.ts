import OpenAI from "openai";

const client = new OpenAI();

export async function lend(messages: OpenAI.ChatCompletionMessageParam[]) {
  while (true) { // expect: uncounted-model-loop
    const answer = await client.chat.completions.create({ model: "m", messages });
    if (answer.choices[0].message.content) return answer;
  }
}

export async function count(messages: OpenAI.ChatCompletionMessageParam[]) {
  for (let i = 0; i < 3; i++) { // ok: uncounted-model-loop
    await client.chat.completions.create({ model: "m", messages });
  }
}
