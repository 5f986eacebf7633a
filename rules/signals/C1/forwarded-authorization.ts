export const call = (requestToken: string) =>
  fetch('https://api.example.test', { headers: { Authorization: requestToken } }); // expect: forwarded-authorization
export const own = (key: string) =>
  fetch('https://api.example.test', { headers: { Authorization: serverKey } }); // ok: forwarded-authorization

export function settings(request: Request) {
  let apiKey = process.env.SHELF_KEY; // ok: forwarded-authorization
  const xApiKey = request.headers.get("x-api-key");
  if (xApiKey) {
    apiKey = xApiKey; // expect: forwarded-authorization
  }
  return { apiKey };
}
