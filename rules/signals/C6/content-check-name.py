class SkillReview:  # expect: content-check-name
    pass


def scan_notes(notes):  # expect: content-check-name
    return notes


def is_trusted_certificate(path):  # ok: content-check-name
    return path


def set_context(value):  # ok: content-check-name
    return value


def read_no_follow(path):  # expect: content-check-name
    return path


def follow(path):  # ok: content-check-name
    return path


def get_trusted_ip_list(name):  # ok: content-check-name
    return name


def quarantine_file(path):  # ok: content-check-name
    return path
