import subprocess

import docker


def start(image, line):
    client = docker.from_env()  # expect: container-sandbox
    client.containers.run(image, line)  # expect: container-sandbox
    subprocess.run(["docker", "run", "--rm", image])  # expect: container-sandbox
    subprocess.run("docker run -d --name records postgres:16", shell=True)  # ok: container-sandbox
    subprocess.run(["docker", "compose", "exec", "web", "env"])  # ok: container-sandbox
    subprocess.run(["compose-helper", image])  # ok: container-sandbox


def fill(store, name):
    store.create_bucket(name)  # ok: container-sandbox
hook = swerex.deployment.hooks.status.SetStatusDeploymentHook("x")  # ok: container-sandbox


def wake(name):
    subprocess.run(["docker", "inspect", name])  # ok: container-sandbox
    subprocess.run(["docker", "run", "-d", name])  # expect: container-sandbox
