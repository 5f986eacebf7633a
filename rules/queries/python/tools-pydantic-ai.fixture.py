from pydantic_ai import Agent, FunctionToolset, RunContext, Tool

# model: pydantic-ai agent model="openai:gpt-x" system="Help."
agent = Agent("openai:gpt-x", system_prompt="Help.")


# tool: pydantic-ai balance(ctx, account: string) ->balance body described bound
@agent.tool
async def balance(ctx: RunContext[Deps], account: str) -> float:
    """Tells the balance."""
    return await ctx.deps.balance(account)


# tool: pydantic-ai transfer(target: string, amount: number) ->transfer body approval=true bound
@agent.tool_plain(requires_approval=True)
def transfer(target: str, amount: float) -> str:
    return move(target, amount)


def roll(sides: int = 6) -> int:
    return sides


# tool: pydantic-ai roll_dice(sides?: number) ->roll body approval=true described bound
roller = Tool(roll, name="roll_dice", description="Rolls", requires_approval=True)


def flip() -> str:
    return "heads"


# tool: pydantic-ai flip() ->flip body bound
# model: pydantic-ai agent tools=[flip, roller]
games = FunctionToolset(tools=[flip, roller])
