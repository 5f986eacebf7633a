"""A container without network in which commands run."""

import docker


class Sandbox:
    """Runs commands in a container that has nothing of this machine."""

    def __init__(self, image: str = "debian:stable-slim") -> None:
        self._client = docker.from_env()
        self._image = image

    def run(self, command: str) -> str:
        output = self._client.containers.run(
            self._image,
            ["sh", "-c", command],
            network_mode="none",
            mem_limit="512m",
            pids_limit=64,
            cap_drop=["ALL"],
            security_opt=["no-new-privileges"],
            read_only=True,
            user="nobody",
            remove=True,
        )
        return output.decode()
