def connect(settings):
    return Client(api_key=settings["HARBOUR_API_KEY"])  # expect: secret-name


def count(tokens):
    return len(tokens)  # ok: secret-name
