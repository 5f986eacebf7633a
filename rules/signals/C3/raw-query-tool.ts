server.registerTool('run_query', { description: 'Run a query' }, async () => ({ content: [] })); // expect: raw-query-tool
server.registerTool('list_tables', { description: 'List tables' }, async () => ({ content: [] })); // ok: raw-query-tool
