def check_project_allowlist(name, allowed):  # expect: argument-allow-list
    if allowed and name not in allowed:
        raise PermissionError(name)


def parse_allowlist(text):  # ok: argument-allow-list
    return [part for part in text.split(",") if part]
