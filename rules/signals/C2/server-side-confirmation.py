from mcp.server.fastmcp import FastMCP

server = FastMCP("loans")


async def drop(ctx, name):
    answer = await ctx.elicit("Drop it?", schema=Confirm)  # expect: server-side-confirmation
    note = await ctx.info("dropping")  # ok: server-side-confirmation
    return answer, note


@server.tool()
def settle_loan(loan: str, confirm: bool = False):  # expect: server-side-confirmation
    return loan


@server.tool()
def mark_loan(loan: str, acknowledge_note: bool = False):  # ok: server-side-confirmation
    return loan
