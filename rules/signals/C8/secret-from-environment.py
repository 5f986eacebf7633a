import os

key = os.getenv("DEMO_API_KEY")  # expect: secret-from-environment
port = os.getenv("DEMO_PORT")  # ok: secret-from-environment
