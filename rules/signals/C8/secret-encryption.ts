const crypto = require("node:crypto");
const c = crypto.createCipheriv("aes-256-gcm", key, iv); // expect: secret-encryption
const h = crypto.createHash("sha256"); // ok: secret-encryption
