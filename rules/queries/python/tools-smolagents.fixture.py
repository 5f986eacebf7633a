from smolagents import CodeAgent, InferenceClientModel, Tool, tool


# tool: smolagents visit(url: string, depth?: number) ->visit body described bound
@tool
def visit(url: str, depth: int = 1) -> str:
    """Visits a page."""
    return get(url)


# tool: smolagents translate(text: string, to?: string) ->forward body described bound
class Translate(Tool):
    name = "translate"
    description = "Translates"
    inputs = {"text": {"type": "string", "description": "what"}, "to": {"type": "string", "nullable": True}}
    output_type = "string"

    def forward(self, text, to=None):
        return text


# model: smolagents agent bound=6 tools=[visit, Translate] model=smolagents.InferenceClientModel("m")
agent = CodeAgent(tools=[visit, Translate()], model=InferenceClientModel("m"), max_steps=6)
# model: smolagents call
agent.run("Go")
