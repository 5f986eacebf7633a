agent.saveMemory(fact); // expect: memory-write
agent.saveColour(fact); // ok: memory-write
