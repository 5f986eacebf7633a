from mcp.server.fastmcp import FastMCP

server = FastMCP("demo")


@server.tool()
def install_app(path: str) -> str:  # expect: installing-tool
    """Installs."""
    return path


@server.tool()
def list_apps(path: str) -> str:  # ok: installing-tool
    """Lists."""
    return path


@server.tool()
def install_helm_chart(name: str) -> str:  # ok: installing-tool
    """Installs into the cluster."""
    return name
