past = store.load_history("me")  # expect: history-load
page = store.load_page("me")  # ok: history-load


def gauge():
    return monitor.get_memory_usage()  # ok: history-load
