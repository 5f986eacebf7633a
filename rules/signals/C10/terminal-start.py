import pexpect


def lend(command):
    pexpect.spawn(command)  # expect: terminal-start
    pexpect.spawn("books")  # ok: terminal-start
