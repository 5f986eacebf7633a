import OpenAI from "openai";

const client = new OpenAI();

export async function lend(messages: OpenAI.ChatCompletionMessageParam[]) {
  for (let round = 0; round < 10; round++) { // expect: counted-model-loop
    await client.chat.completions.create({ model: "m", messages });
  }
  while (true) { // ok: counted-model-loop
    await client.chat.completions.create({ model: "m", messages });
  }
}
