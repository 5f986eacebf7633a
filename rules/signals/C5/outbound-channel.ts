export const post = (url: string, text: string) => fetch(url, { method: 'POST', body: text }); // expect: outbound-channel
export const show = (text: string) => console.log(text); // ok: outbound-channel
