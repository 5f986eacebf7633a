import json


def turn():
    with open("a.json", "w") as f:
        json.dump(json.load(open("b.json")), f)  # ok: state-file
