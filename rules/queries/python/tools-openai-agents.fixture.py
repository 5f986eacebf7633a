from agents import Agent, FunctionTool, Runner, function_tool


# tool: openai-agents read_page(url: string, pages?: number) ->read_page body described bound
@function_tool
def read_page(url: str, pages: int = 1) -> str:
    """Reads a page."""
    return fetch(url, pages)


# tool: openai-agents drop_table(table: string) ->drop body approval=true described
@function_tool(name_override="drop_table", needs_approval=True)
def drop(table: str) -> str:
    """Drops a table."""
    return run_sql("drop table " + table)


# tool: openai-agents lookup(word: string!) ->run_lookup described bound
lookup = FunctionTool(
    name="lookup",
    description="Looks up a word",
    params_json_schema={"type": "object", "properties": {"word": {"type": "string", "maxLength": 40}}, "required": ["word"]},
    on_invoke_tool=run_lookup,
)

# model: openai-agents agent tools=[read_page, lookup] model="gpt-x" system="Be brief."
agent = Agent(name="Clerk", instructions="Be brief.", model="gpt-x", tools=[read_page, lookup])


async def main(question):
    # model: openai-agents call in main bound=8
    return await Runner.run(agent, question, max_turns=8)
