const keytar = require("keytar"); // expect: secret-store
const path = require("path"); // ok: secret-store

const asked = await deskClient.getSecret("x"); // ok: secret-store
const kept = await keyVault.getSecret("x"); // expect: secret-store
