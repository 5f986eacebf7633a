from mcp import StdioServerParameters
from mcp.client.sse import sse_client


def pour(kettle):
    # expect: stdio-tool-server
    return StdioServerParameters(command=kettle)


def look(address):
    # ok: stdio-tool-server
    return sse_client(address)
