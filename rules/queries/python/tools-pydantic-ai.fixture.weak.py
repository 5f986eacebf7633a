from app.core import support_agent


# tool: pydantic-ai ticket(number: number) ->ticket body described bound
@support_agent.tool
def ticket(number: int) -> str:
    """Reads a ticket."""
    return load(number)
