export const lines = (table, agentId) =>
  table.withIndex("agentId", (q) => q.take(agentId)); // expect: other-id-filter
export const shades = (table, colour) =>
  table.withIndex("colour", (q) => q.take(colour)); // ok: other-id-filter
