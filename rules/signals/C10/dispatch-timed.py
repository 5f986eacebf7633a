import asyncio


async def lend(tool, arguments):
    return await asyncio.wait_for(tool.arun(arguments), 10)  # expect: dispatch-timed


async def tidy(shelf):
    return await asyncio.wait_for(shelf.tidy(), 10)  # ok: dispatch-timed
