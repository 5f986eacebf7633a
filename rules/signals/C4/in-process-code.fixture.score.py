async def eval(answer, truth):
    return answer == truth


async def rate(answer, truth):
    return await eval(answer, truth)  # ok: in-process-code
