from daytona_sdk import CreateSandboxParams


def start(client, key, label):
    client.create(CreateSandboxParams(env_vars={"MODEL_KEY": key}))  # expect: sandbox-keys
    client.create(CreateSandboxParams(labels=[label]))  # ok: sandbox-keys
