def can_write(shelf):  # expect: write-permission-check
    return shelf.mode == "r"


def read_only_shelves(shelves):  # ok: write-permission-check
    return [s for s in shelves if can_write(s)]


print(read_only_shelves([]))
