def lines(table, thread_id):
    return table.find(thread_id)  # expect: other-id-filter


def shades(table, colour):
    return table.find(colour)  # ok: other-id-filter
