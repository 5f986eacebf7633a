import docker


def brew(cup):
    # ok: container-start
    kettle = docker.from_env()
    # expect: container-start
    return kettle.containers.run("tea", cup)


brew("earl")
