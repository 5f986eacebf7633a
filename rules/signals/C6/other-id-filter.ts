export const lines = (table: Table, agentId: string) =>
  table.withIndex("agentId", (q: Query) => q.take(agentId)); // expect: other-id-filter
export const shades = (table: Table, colour: string) =>
  table.withIndex("colour", (q: Query) => q.take(colour)); // ok: other-id-filter
