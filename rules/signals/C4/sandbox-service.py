import os

CODE_RUNNER_URL = os.getenv("CODE_RUNNER_URL", "http://localhost:9000")  # expect: sandbox-service
PAYMENT_SANDBOX_URL = "https://api.sandbox.example.com"  # ok: sandbox-service
SANDBOX_NAME = "first"  # ok: sandbox-service
