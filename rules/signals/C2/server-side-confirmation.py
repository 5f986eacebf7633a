async def drop(ctx, name):
    answer = await ctx.elicit("Drop it?", schema=Confirm)  # expect: server-side-confirmation
    note = await ctx.info("dropping")  # ok: server-side-confirmation
    return answer, note
