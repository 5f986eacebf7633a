import ast


def keep(notes, path):
    with open(path, "w") as handle:
        handle.write(str(notes))  # expect: state-file
        handle.flush()  # ok: state-file


def load(path):
    return ast.literal_eval(open(path).read())
