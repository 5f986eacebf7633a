export const lines = async (client: Client) => await client.listMessages(3); // ok: history-load
