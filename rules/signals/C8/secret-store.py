import keyring  # expect: secret-store

key = keyring.get_password("demo", "me")  # expect: secret-store
name = str("demo")  # ok: secret-store

plain = settings.key.get_secret_value()  # ok: secret-store
stored = client.get_secret_value(SecretId="demo")  # expect: secret-store
