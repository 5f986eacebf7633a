def start(client, image):
    client.containers.run(image, privileged=True)  # expect: container-privileged
    client.containers.run(image, privileged=False)  # ok: container-privileged
