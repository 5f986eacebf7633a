const maxBytes = 65536; // expect: result-cap
const minBytes = 1; // ok: result-cap
const n = Math.min(limit, 50); // expect: result-cap
const asked = search({ maxResults: args.maxResults }); // ok: result-cap
const deep = Math.min(Math.max(depth, 1), 10); // ok: result-cap
