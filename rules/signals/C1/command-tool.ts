server.tool('execute_code', 'Runs code', { text: z.string() }, async ({ text }) => start(text)); // expect: command-tool
server.tool('find', 'Finds', { text: z.string() }, async ({ text }) => look(text)); // ok: command-tool
