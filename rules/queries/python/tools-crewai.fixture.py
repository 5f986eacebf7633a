from crewai import Agent, Crew
from crewai.tools import BaseTool, tool


# tool: crewai Read a file(path: string) ->read_file body described bound
@tool("Read a file")
def read_file(path: str) -> str:
    """Reads."""
    return open(path).read()


# tool: crewai post(text: string, channel?: string) ->_run body described bound
class PostTool(BaseTool):
    name: str = "post"
    description: str = "Posts a message"

    def _run(self, text: str, channel: str = "general") -> str:
        return send(text, channel)


# model: crewai agent bound=5 tools=[read_file, PostTool] model="gpt-x"
writer = Agent(role="Writer", goal="Write", tools=[read_file, PostTool()], max_iter=5, llm="gpt-x")
# model: crewai call
# model: crewai agent
result = Crew(agents=[writer], tasks=[]).kickoff()
