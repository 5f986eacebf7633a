import json


def handle_search(rows):
    return json.dumps(rows)  # expect: structured-tool-output


def save(rows, handle):
    json.dump(rows, handle)  # ok: structured-tool-output
