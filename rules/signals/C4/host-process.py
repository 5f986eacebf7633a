import asyncio
import subprocess as sp
from os import system


def run(command):
    sp.run(command, capture_output=True)  # expect: host-process
    system(command)  # expect: host-process


async def start(program, *rest):
    return await asyncio.create_subprocess_exec(program, *rest)  # expect: host-process


def later(pool, job):
    pool.run(job)  # ok: host-process
    exec_wrapper(job)  # known-miss: host-process
