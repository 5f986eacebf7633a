agent.saveMemory(fact); // expect: memory-write
agent.saveColour(fact); // ok: memory-write
export function remember(token: number, frame: Frame) { // ok: memory-write
  return frame.keep(token);
}
const pages = routes.createMemoryRouter([]); // ok: memory-write
