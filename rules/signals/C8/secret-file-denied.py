DENIED = [".env", "id_rsa"]  # expect: secret-file-denied
SHOWN = ["notes.txt"]  # ok: secret-file-denied
KEYS = os.path.join(home, ".ssh", "config")  # ok: secret-file-denied
HIDDEN = [
    ".netrc",  # expect: secret-file-denied
]
