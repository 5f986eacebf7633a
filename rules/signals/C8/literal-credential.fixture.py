KEY = "AKIA" "0000000000000000"  # ok: literal-credential
OTHER = "AKIAQQQQQQQQQQQQQQQQ"  # expect: literal-credential
NAME = os.environ["SERVICE_KEY"]  # ok: literal-credential
