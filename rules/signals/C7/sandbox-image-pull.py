SANDBOX_IMAGE = "box:latest"  # expect: sandbox-image-pull
SANDBOX_COLOR = "blue"  # ok: sandbox-image-pull


def fetch(client, name):
    client.images.pull(name)  # expect: sandbox-image-pull

subprocess.run(["git", "pull", "--rebase"])  # ok: sandbox-image-pull
