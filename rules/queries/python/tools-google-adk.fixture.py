from google.adk.agents import Agent
from google.adk.tools import BaseTool, FunctionTool, LongRunningFunctionTool
from google.genai import types


def refund(order: str, amount: float) -> dict:
    return pay(order, amount)


# tool: google-adk refund(order: string, amount: number) ->refund body approval=true bound
guarded = FunctionTool(func=refund, require_confirmation=True)
slow = LongRunningFunctionTool(func=refund)

# tool: gemini get_weather(city?: string, unit?: enum) described
declared = types.FunctionDeclaration(
    name="get_weather",
    description="Tells the weather",
    parameters={"type": "OBJECT", "properties": {"city": {"type": "STRING"}, "unit": {"type": "STRING", "enum": ["C", "F"]}}},
)


# tool: google-adk lookup(args, tool_context) ->run_async body described
class Lookup(BaseTool):
    name = "lookup"
    description = "Looks up"

    async def run_async(self, *, args, tool_context):
        return args


def weather(city: str) -> str:
    """Tells the weather."""
    return city


# tool: google-adk weather(city: string) ->weather body bound
# model: google-adk agent tools=[weather, guarded] model="gemini-x" system="Answer."
root_agent = Agent(name="root", model="gemini-x", instruction="Answer.", tools=[weather, guarded])
