def learn(store, fact):
    store.memory.add(fact)  # expect: memory-write
    store.colours.add(fact)  # ok: memory-write
    store.update_memory("user", fact)  # ok: memory-write


class InMemoryStore:  # ok: memory-write
    pass


class NotesKnowledgeBase:  # expect: memory-write
    pass


def find_in_vectorstore(text):  # ok: memory-write
    return text


def pipe():
    return anyio.create_memory_object_stream(4)  # ok: memory-write


def label(builder):
    return builder.add_knowledge_type("note")  # ok: memory-write


def remember(fact):  # expect: memory-write
    return fact


def hold(in_memory_store):
    return in_memory_store.get("shelf")  # ok: memory-write


def tell(memory_store, fact):
    memory_store.put(fact)  # expect: memory-write
    return memory_store.get_context()  # ok: memory-write


def look_up(FAISS, pages):
    return FAISS.from_documents(pages)  # ok: memory-write


def list_bases(registry, base):
    registry.add_knowledge(base)  # ok: memory-write
