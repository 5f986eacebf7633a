"""Checks of the gate, run by hand."""

import unittest
from unittest import mock

import docker


def ask_approval(command: str) -> bool:
    return input(f"Run {command}? ") == "y"


def confirm_action(command: str) -> bool:
    approved = ask_approval(command)
    if not approved:
        raise PermissionError(command)
    return approved


class GateChecks(unittest.TestCase):
    def check_sandbox(self) -> None:
        client = docker.from_env()
        client.containers.run("debian", "true", network_mode="none", mem_limit="128m", cap_drop=["ALL"], user="nobody")

    def test_refusal(self) -> None:
        with mock.patch("builtins.input", return_value="n"), self.assertRaises(PermissionError):
            confirm_action("rm -rf build")

    def test_approval(self) -> None:
        with mock.patch("builtins.input", return_value="y"):
            self.assertTrue(confirm_action("ls"))


if __name__ == "__main__":
    unittest.main()
