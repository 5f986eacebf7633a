export const prompt = (page: string) => `<web_content>${page}</web_content>`; // expect: prompt-delimiter
export const title = (page: string) => `<b>${page}</b>`; // ok: prompt-delimiter
