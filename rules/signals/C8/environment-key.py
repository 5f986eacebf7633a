import os

KEY = os.getenv("DESK_API_KEY")  # expect: environment-key
HOME = os.getenv("DESK_HOME")  # ok: environment-key
