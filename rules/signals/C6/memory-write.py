def learn(store, fact):
    store.memory.add(fact)  # expect: memory-write
    store.colours.add(fact)  # ok: memory-write
