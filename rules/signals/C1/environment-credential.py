import os

token = os.getenv("TRACKER_TOKEN")  # expect: environment-credential
secret = os.environ["MAIL_PASSWORD"]  # expect: environment-credential
level = os.getenv("LOG_LEVEL", "info")  # ok: environment-credential
