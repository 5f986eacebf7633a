def start(client, image):
    client.containers.run(image, network_mode="none")  # expect: sandbox-network-off
    client.containers.run(image, network_mode="bridge")  # ok: sandbox-network-off
