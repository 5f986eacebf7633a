from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.tools import FunctionTool, QueryEngineTool
from llama_index.core.tools.tool_spec.base import BaseToolSpec


def multiply(a: int, b: int) -> int:
    return a * b


# tool: llamaindex multiply(a: number, b: number) ->multiply body described bound
multiplier = FunctionTool.from_defaults(fn=multiply, name="multiply", description="Multiplies")
# tool: llamaindex handbook() described
handbook = QueryEngineTool.from_defaults(query_engine=engine, name="handbook", description="Answers from the handbook")


class MailSpec(BaseToolSpec):
    spec_functions = ["send"]

    # tool: llamaindex send(to: string) ->send body in MailSpec
    def send(self, to: str):
        return post(to)


def weather(city: str) -> str:
    return city


# tool: llamaindex weather(city: string) ->weather body bound
# model: llamaindex agent tools=[weather, multiplier] model=model system="Help."
agent = FunctionAgent(tools=[weather, multiplier], llm=model, system_prompt="Help.")
