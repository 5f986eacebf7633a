# expect: dotenv-guard
def drop_env_file_keys(pairs):
    return {k: v for k, v in pairs.items() if not k.startswith("SHELL")}


# ok: dotenv-guard
def load_env_file(path):
    return path.read_text()


READ_PROJECT_DOTENV = True  # expect: dotenv-guard
DOTENV_PATH = ".env"  # ok: dotenv-guard
