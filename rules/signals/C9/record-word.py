def add_log(store, row):  # expect: record-word
    store.put(row)


@log_tool_use
def read_page(number):  # expect: record-word
    logger.debug("reading", tool_name)  # expect: record-word
    return shelf.page(number)  # ok: record-word


def add_message(line, row):  # ok: record-word
    line.put(row)


def log_message(self, line):  # ok: record-word
    return None
