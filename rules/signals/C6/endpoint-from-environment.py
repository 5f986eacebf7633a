import os

base = os.getenv("DEMO_BASE_URL")  # expect: endpoint-from-environment
size = os.getenv("DEMO_SIZE")  # ok: endpoint-from-environment
