server.registerTool('run_shell', { description: 'Run a command' }, async () => ({ content: [] })); // expect: shell-command-tool
server.registerTool('look_up', { description: 'Look a note up' }, async () => ({ content: [] })); // ok: shell-command-tool
