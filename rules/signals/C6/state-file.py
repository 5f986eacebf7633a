import json


def save(x):
    with open("a.json", "w") as f:
        json.dump(x, f)  # expect: state-file


def load():
    return json.load(open("a.json"))  # ok: state-file
