export const post = (url: string, text: string) => fetch(url, { method: 'POST', body: text }); // expect: outbound-channel
export const show = (text: string) => console.log(text); // ok: outbound-channel

export async function reload(path: string) {
  await fetch("/api/state"); // ok: outbound-channel
  await fetch(`/api/${path}`); // ok: outbound-channel
  return fetch(`${base}/items`); // expect: outbound-channel
}
