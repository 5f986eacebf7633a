from mcp.server import Server
from app.tools import TOOLS

server = Server("x")


@server.list_tools()
async def handle_list():
    return TOOLS
