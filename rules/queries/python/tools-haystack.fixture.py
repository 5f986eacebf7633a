from haystack.components.generators.chat import OpenAIChatGenerator
from haystack.tools import Tool, create_tool_from_function, tool


# tool: haystack stock(symbol: string) ->stock body described bound
@tool
def stock(symbol: str) -> str:
    """Tells the price."""
    return price(symbol)


def lookup(key: str):
    """Looks up."""
    return key


# tool: haystack lookup(key: string) ->lookup body described bound
looker = Tool(name="lookup", description="Looks up", parameters={"type": "object", "properties": {"key": {"type": "string"}}, "required": ["key"]}, function=lookup)
made = create_tool_from_function(lookup)
# model: haystack agent tools=[stock, looker] model="gpt-x"
generator = OpenAIChatGenerator(model="gpt-x", tools=[stock, looker])
