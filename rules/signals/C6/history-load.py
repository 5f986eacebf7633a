past = store.load_history("me")  # expect: history-load
page = store.load_page("me")  # ok: history-load


def gauge():
    return monitor.get_memory_usage()  # ok: history-load


class AskConversationHistory(BaseModel):  # ok: history-load
    ask: str


class KeptConversationHistory:  # expect: history-load
    pass


def grow(chat_history, line):
    chat_history.append(line)  # ok: history-load
    return chat_history


def sizes(pod):
    return pod.get_memory_specs()  # ok: history-load


def shape(conversation_history_block, shelf):
    pairs = conversation_history_block.zip(shelf)  # ok: history-load
    return pairs, shelf.load_chat_history("me")  # expect: history-load


def places(memory):
    return memory.get("paths")  # ok: history-load


def ready(store):
    return store.message_manager.get_messages()  # ok: history-load


def chats(storage):
    return storage.fetch_all_chats("me")  # expect: history-load


def reopen(client, jar):
    jar.restore_session_cookies(client)  # ok: history-load
    return client.get_messages_url(client.number)  # ok: history-load
