import autogen
from autogen import AssistantAgent, UserProxyAgent
from autogen.tools import tool
from autogen_core.tools import BaseTool, FunctionTool

# model: autogen agent model=CONFIG system="Solve it."
assistant = AssistantAgent("assistant", llm_config=CONFIG, system_message="Solve it.")
# model: autogen agent bound=4
user = UserProxyAgent("user", max_consecutive_auto_reply=4)


# tool: autogen add(a: number, b: number) ->add body described bound
@user.register_for_execution()
@assistant.register_for_llm(description="Adds two numbers")
def add(a: int, b: int) -> int:
    return a + b


# tool: autogen clock(zone?: string) ->clock body described
@tool(description="Tells the time")
def clock(zone: str = "UTC") -> str:
    return now(zone)


def convert(amount: float, unit: str) -> float:
    return amount


# tool: autogen convert(amount: number, unit: string) ->convert body described bound
autogen.register_function(convert, caller=assistant, executor=user, description="Converts units")
wrapped = FunctionTool(convert, description="Converts units", name="convert_units")


# tool: autogen shell(command: string) ->run body described
class Shell(BaseTool):
    name = "shell"
    description = "Runs a command"

    async def run(self, command: str):
        return await sh(command)


def quote(symbol: str) -> str:
    return symbol


# tool: autogen quote(symbol: string) ->quote body bound
# model: autogen agent tools=[quote, wrapped, convert] model=client system="Trade."
trader = AssistantAgent("trader", model_client=client, tools=[quote, wrapped], system_message="Trade.")
