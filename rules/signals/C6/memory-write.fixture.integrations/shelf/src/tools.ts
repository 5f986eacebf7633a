export const told = async (client: Client, fact: string) => await client.addMemory(fact); // ok: memory-write
