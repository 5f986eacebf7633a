agent.saveMemory(fact); // expect: memory-write
agent.saveColour(fact); // ok: memory-write
export function remember(token: number, frame: Frame) { // ok: memory-write
  return frame.keep(token);
}
const pages = routes.createMemoryRouter([]); // ok: memory-write
await ctx.db.insert("memories", row); // expect: memory-write
await ctx.db.insert("colours", row); // ok: memory-write
cookieTracker.remember(row); // ok: memory-write
