from pydantic import SecretStr  # expect: secret-type

key = SecretStr("demo")  # expect: secret-type
name = str("demo")  # ok: secret-type
