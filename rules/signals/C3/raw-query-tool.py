from mcp.server.fastmcp import FastMCP

mcp = FastMCP("db")


@mcp.tool()  # expect: raw-query-tool
def execute_sql(sql: str) -> str:
    return sql


@mcp.tool()
def list_tables(schema: str) -> str:  # ok: raw-query-tool
    return schema
