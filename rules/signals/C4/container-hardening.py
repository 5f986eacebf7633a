import subprocess


def start(client, image):
    client.containers.run(image, cap_drop=["ALL"])  # expect: container-hardening
    client.containers.run(image, detach=True)  # ok: container-hardening


def small_machine(name):
    subprocess.run(["docker", "sandbox", "exec", name])  # expect: container-hardening


def stock(name):
    subprocess.run(["docker", "exec", name])  # ok: container-hardening
