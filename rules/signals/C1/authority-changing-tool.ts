server.registerTool('update_permissions', { description: 'Change permissions' }, async () => ({ content: [] })); // expect: authority-changing-tool
server.registerTool('list_notes', { description: 'List notes' }, async () => ({ content: [] })); // ok: authority-changing-tool
