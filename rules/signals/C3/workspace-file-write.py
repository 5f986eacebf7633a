def save(path, text):
    with open(path, "w") as handle:  # expect: workspace-file-write
        handle.write(text)


def load(path):
    with open(path, "r") as handle:  # ok: workspace-file-write
        return handle.read()
