const { WebClient } = require("@slack/web-api"); // expect: outward-message
const slate = require("slate"); // ok: outward-message

module.exports = { WebClient, slate };
