import { generateText } from "ai";

export async function ask(text: string, store: Store) {
  store.messages.push(text); // ok: model-call
  return generateText({ prompt: text }); // expect: model-call
}
