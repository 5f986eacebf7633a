const a = await fetch(url, { method: "POST" }); // expect: request-without-timeout
const b = await fetch(url, { signal: limit }); // ok: request-without-timeout
