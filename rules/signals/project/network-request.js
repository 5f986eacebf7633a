const axios = require("axios");

async function load(address, shelf) {
  await axios.get(address); // expect: network-request
  shelf.take(address); // ok: network-request
}

module.exports = { load };
