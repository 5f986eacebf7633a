class Options:
    mcp_servers: dict = {}  # expect: mcp-servers-setting
    http_servers: dict = {}  # ok: mcp-servers-setting


def count_rooms(desk):
    return desk.report(nb_mcp_servers=len(desk.rooms))  # ok: mcp-servers-setting
