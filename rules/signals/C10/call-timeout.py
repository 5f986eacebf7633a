import asyncio
import subprocess


async def build(job, limit):
    await asyncio.wait_for(job, 30)  # expect: call-timeout
    subprocess.run(["make"], timeout=limit)  # expect: call-timeout
    subprocess.run(["make"])  # ok: call-timeout


def end(reader_thread):
    reader_thread.join(timeout=2)  # ok: call-timeout
