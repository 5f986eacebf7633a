export const prompt = (page: string) => `<web_content>${page}</web_content>`; // expect: prompt-delimiter
export const title = (page: string) => `<b>${page}</b>`; // ok: prompt-delimiter
export async function load(): Promise<Context> { return { list: [] as External[] }; } // ok: prompt-delimiter
