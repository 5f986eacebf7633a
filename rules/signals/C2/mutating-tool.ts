server.registerTool('delete_note', { description: 'Delete a note' }, async () => ({ content: [] })); // expect: mutating-tool
server.registerTool('look_up', { description: 'Look a note up' }, async () => ({ content: [] })); // ok: mutating-tool
