from mcp.server.fastmcp import FastMCP

server = FastMCP("demo")


@server.tool()
def execute_sql(text: str) -> str:  # expect: execution-tool
    """Runs a statement."""
    return text


@server.tool()
def list_tables(schema: str) -> str:  # ok: execution-tool
    """Lists tables."""
    return schema


@server.tool()
def create_saved_query(statement: str) -> str:  # ok: execution-tool
    """Keeps a statement under a name."""
    return statement


@server.tool()
def ask_rows(statement: str) -> str:  # expect: execution-tool
    """Asks the store."""
    return statement
