import os

key = os.getenv("DEMO_API_KEY")  # expect: secret-from-environment
port = os.getenv("DEMO_PORT")  # ok: secret-from-environment
most = os.getenv("DEMO_MAX_TOKENS")  # ok: secret-from-environment
place = os.getenv("DEMO_TLS_KEY_FILE")  # ok: secret-from-environment
