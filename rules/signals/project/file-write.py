import shutil


def keep(path, text):
    path.write_text(text)  # expect: file-write
    shutil.move(path, text)  # expect: file-write
    with open(path, "w") as handle:  # expect: file-write
        handle.write(text)
    with open(path) as handle:  # ok: file-write
        return handle.read()
