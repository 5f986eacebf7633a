import asyncio


async def execute(tool, arguments):
    return await tool.arun(arguments)  # expect: dispatch-unstopped


async def lend(tool, arguments):
    return await asyncio.wait_for(tool.arun(arguments), 10)  # ok: dispatch-unstopped
