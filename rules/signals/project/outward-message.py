import smtplib  # expect: outward-message
import small  # ok: outward-message


@mcp.tool()
def work_item_write(title: str) -> str:  # expect: outward-message
    return title


@mcp.tool()
def sendable_items(title: str) -> str:  # ok: outward-message
    return title
