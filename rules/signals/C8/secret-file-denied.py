DENIED = [".env", "id_rsa"]  # expect: secret-file-denied
SHOWN = ["notes.txt"]  # ok: secret-file-denied
