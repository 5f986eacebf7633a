import openai
from langchain_core.tools import tool

TOOLS = {}


def turn(session, registry, messages):
    reply = openai.chat.completions.create(model="m", messages=messages)
    for asked in reply.choices[0].message.tool_calls:
        session.execute_tool(asked.name, asked.arguments)  # expect: tool-dispatch
        chosen = registry.find(asked.name)
        chosen.run(asked.arguments)  # ok: tool-dispatch
        by_table(asked.name, asked.arguments)
        one(registry.find(asked.name), asked.arguments)
    session.confirm_tool_call(reply)  # ok: tool-dispatch


def by_table(name, arguments):
    TOOLS[name](**arguments)  # expect: tool-dispatch
    return TOOLS["listing"](arguments)  # ok: tool-dispatch


def one(tool, arguments):
    return tool.run(arguments)  # expect: tool-dispatch
