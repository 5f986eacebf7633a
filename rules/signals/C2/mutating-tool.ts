server.registerTool('delete_note', { description: 'Delete a note' }, async () => ({ content: [] })); // expect: mutating-tool
server.registerTool('look_up', { description: 'Look a note up' }, async () => ({ content: [] })); // ok: mutating-tool
for (const tool of all) {
  server.tool(tool.name, tool.description, tool.inputSchema, tool.execute); // ok: mutating-tool
}
