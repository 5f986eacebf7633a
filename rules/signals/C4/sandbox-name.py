import os

USE_DOCKER = os.getenv("DESK_USE_DOCKER", "0")  # expect: sandbox-name


def execute_note_in_docker(text):  # expect: sandbox-name
    return text


def run_code_in_docker(code):  # expect: sandbox-name
    return code


class NoteSandbox:  # expect: sandbox-name
    pass


def sandwich(bread):  # ok: sandbox-name
    return bread


WRAP_COMMAND = "/usr/bin/env systemd-run {args}"  # expect: sandbox-name
WALK_COMMAND = "/usr/bin/env sandwich {args}"  # ok: sandbox-name


CHROMIUM_SANDBOX = False  # ok: sandbox-name


def launch_executor_pod(task):  # expect: sandbox-name
    return task
