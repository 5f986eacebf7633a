import keyring  # expect: secret-store

key = keyring.get_password("demo", "me")  # expect: secret-store
name = str("demo")  # ok: secret-store
