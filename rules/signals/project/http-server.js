const fastify = require("fastify"); // expect: http-server
const fast = require("fast"); // ok: http-server

module.exports = { fastify, fast };
