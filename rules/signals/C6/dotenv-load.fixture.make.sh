env_file=".env" # ok: dotenv-load
