const { z } = require('zod');

module.exports.args = z.object({ query: z.string() }); // expect: argument-schema
module.exports.text = makeText('query'); // ok: argument-schema
