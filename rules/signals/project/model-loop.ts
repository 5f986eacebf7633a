export async function run(client: Client, messages: string[]) {
  for (;;) {
    await client.messages.create({ messages }); // expect: model-loop
  }
}

export async function once(client: Client, messages: string[]) {
  await client.messages.create({ messages }); // ok: model-loop
}
