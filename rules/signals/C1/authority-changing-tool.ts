server.registerTool('update_permissions', { description: 'Change permissions' }, async () => ({ content: [] })); // expect: authority-changing-tool
server.registerTool('add_team_member', { description: 'Add somebody to a team' }, async () => ({ content: [] })); // expect: authority-changing-tool
server.registerTool('attach_policy', { description: 'Bind a project to a policy' }, async () => ({ content: [] })); // ok: authority-changing-tool
server.registerTool('list_notes', { description: 'List notes' }, async () => ({ content: [] })); // ok: authority-changing-tool
