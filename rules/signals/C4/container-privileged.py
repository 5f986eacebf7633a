def start(client, image, models):
    client.containers.run(image, privileged=True)  # expect: container-privileged
    client.containers.run(image, privileged=False)  # ok: container-privileged
    models.V1PodSpec(host_pid=True, containers=[])  # expect: container-privileged
    models.V1SecurityContext(privileged=True)  # expect: container-privileged
    models.V1SecurityContext(privileged=False)  # ok: container-privileged
