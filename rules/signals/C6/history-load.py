past = store.load_history("me")  # expect: history-load
page = store.load_page("me")  # ok: history-load
