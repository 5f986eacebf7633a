def start(client, image):
    client.containers.run(image, cap_drop=["ALL"])  # expect: container-hardening
    client.containers.run(image, detach=True)  # ok: container-hardening
