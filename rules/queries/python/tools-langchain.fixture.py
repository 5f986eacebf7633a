from typing import Annotated, Literal, Optional

from langchain_core.tools import BaseTool, StructuredTool, Tool, tool
from langchain_openai import ChatOpenAI
from langgraph.prebuilt import create_react_agent
from pydantic import BaseModel, Field


class SearchArgs(BaseModel):
    query: str = Field(..., max_length=200)
    mode: Literal["fast", "deep"] = "fast"
    tags: list[str] = Field(default_factory=list)


# tool: langchain search(query: string, limit?: number!) ->search body described in TOOLS,llm bound
@tool
def search(query: str, limit: Annotated[int, Field(le=50)] = 10) -> str:
    """Searches."""
    return find(query, limit)


# tool: langchain fs_read(query: string!, mode?: enum, tags?: array) ->read body described
@tool("fs_read", args_schema=SearchArgs)
def read(query: str, mode: str) -> str:
    """Reads."""
    return query


def write(path: str, text: Optional[str] = None):
    open(path, "w").write(text)


# tool: langchain write(path: string, text?: string) ->write body described in TOOLS,llm bound
writer = StructuredTool.from_function(func=write, name="write", description="Writes a file")
# tool: langchain find(query: string!, mode?: enum, tags?: array) ->search_async described
finder = StructuredTool.from_function(coroutine=search_async, name="find", description="d", args_schema=SearchArgs)
# tool: langchain calculate() ->calculate described
old = Tool(name="calculate", func=calculate, description="d")


# tool: langchain shell(query: string!, mode?: enum, tags?: array) ->_run body described in TOOLS,llm bound
class ShellTool(BaseTool):
    name: str = "shell"
    description: str = "Runs a command"
    args_schema: type[BaseModel] = SearchArgs

    def _run(self, command: str, timeout: int = 3):
        return run(command)


def plain(city: str) -> str:
    return city


TOOLS = [search, writer, ShellTool()]
# model: langchain agent tools=[TOOLS, ShellTool, search, writer]
llm = ChatOpenAI(model="gpt-x").bind_tools(TOOLS)
# tool: langchain plain(city: string) ->plain body bound
# model: langchain agent tools=[plain] model="gpt-x"
agent = create_react_agent("gpt-x", tools=[plain])
