export const reply = { structuredContent: { rows: [] } }; // expect: result-schema
export const other = { content: [] }; // ok: result-schema
server.registerTool('count', { description: 'Counts', outputSchema: z.object({ rows: z.number() }) }, count); // expect: result-schema
