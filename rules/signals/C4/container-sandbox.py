import subprocess

import docker


def start(image, line):
    client = docker.from_env()  # expect: container-sandbox
    client.containers.run(image, line)  # expect: container-sandbox
    subprocess.run(["docker", "run", "--rm", image])  # expect: container-sandbox
    subprocess.run(["compose-helper", image])  # ok: container-sandbox
