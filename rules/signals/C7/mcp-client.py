from mcp import StdioServerParameters


def parameters(command, session):
    session.connect(command)  # ok: mcp-client
    return StdioServerParameters(command=command)  # expect: mcp-client
