def review_memory(entry):  # expect: memory-review
    return entry


def review_page(entry):  # ok: memory-review
    return entry


def invalidate_skill_cache():  # ok: memory-review
    return None


def validate_skill_name(name):  # ok: memory-review
    return name.isidentifier()


def validate_skill_directory(folder):  # expect: memory-review
    return folder


def quarantine_address(address):  # ok: memory-review
    return address


def quarantine_corrupt_file(path):  # ok: memory-review
    return path


def quarantine_memory(entry):  # expect: memory-review
    return entry
