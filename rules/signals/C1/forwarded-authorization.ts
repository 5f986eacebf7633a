export const call = (requestToken: string) =>
  fetch('https://api.example.test', { headers: { Authorization: requestToken } }); // expect: forwarded-authorization
export const own = (key: string) =>
  fetch('https://api.example.test', { headers: { Authorization: serverKey } }); // ok: forwarded-authorization
