from agno.agent import Agent
from agno.tools import Toolkit, tool
from agno.tools.function import Function


# tool: agno remove(path: string) ->remove body approval=true described bound
@tool(requires_confirmation=True)
def remove(path: str) -> str:
    """Removes a file."""
    return unlink(path)


def double(n: int) -> int:
    return n * 2


# tool: agno double(n: number) ->double body described
doubler = Function(name="double", description="Doubles", entrypoint=double)
tripler = Function.from_callable(double)


class Files(Toolkit):
    def __init__(self):
        super().__init__(name="files")
        # tool: agno save(path: string, text: string) ->self.save body in Files bound
        self.register(self.save)

    def save(self, path: str, text: str) -> str:
        return write(path, text)


def headline(topic: str) -> str:
    return topic


# tool: agno headline(topic: string) ->headline body bound
# model: agno agent bound=5 tools=[headline, remove, Files] model=Model("x") system="Report."
agent = Agent(model=Model(id="x"), tools=[headline, remove, Files()], instructions="Report.", tool_call_limit=5)
# model: agno call
agent.print_response("News?")
