import os

API_KEY = os.getenv("DEMO_API_KEY")  # expect: credential-variable
API_PAGE = os.getenv("DEMO_PAGE")  # ok: credential-variable
