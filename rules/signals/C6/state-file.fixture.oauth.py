import json


def keep(token):
    with open("a.json", "w") as f:
        json.dump(token, f)  # ok: state-file
    return json.load(open("a.json"))
