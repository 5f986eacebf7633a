import resource


def start(client, image):
    client.containers.run(image, mem_limit="512m")  # expect: sandbox-limits
    resource.setrlimit(resource.RLIMIT_AS, (1, 1))  # expect: sandbox-limits
    client.containers.run(image, tty=True)  # ok: sandbox-limits


def options(parser):
    parser.add_argument("--memory", default=False)  # ok: sandbox-limits
