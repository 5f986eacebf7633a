from strands import Agent, tool
from strands.types.tools import AgentTool


# tool: strands count(word: string, letter: string) ->count body described bound
@tool
def count(word: str, letter: str) -> int:
    """Counts a letter."""
    return word.count(letter)


# tool: strands shout(text: string) ->louder body described
@tool(name="shout", description="Makes it loud")
def louder(text: str) -> str:
    return text.upper()


# tool: strands custom(tool_use) ->invoke body bound
class Custom(AgentTool):
    name = "custom"

    def invoke(self, tool_use):
        return tool_use


# model: strands agent tools=[count, Custom] model="m" system="Count."
agent = Agent(model="m", tools=[count, Custom()], system_prompt="Count.")
