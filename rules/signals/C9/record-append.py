import json


def keep(path, entry):
    with open(path, "a") as out:  # expect: record-append
        out.write(json.dumps(entry))


def read(path):
    with open(path, "r") as shelf:  # ok: record-append
        return json.dumps(shelf.read())
