const keytar = require("keytar"); // expect: secret-store
const path = require("path"); // ok: secret-store
const loan = await desk.getSecret('card'); // ok: secret-store
