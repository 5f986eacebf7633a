import openai


def turn(session, registry, messages):
    reply = openai.chat.completions.create(model="m", messages=messages)
    for asked in reply.choices[0].message.tool_calls:
        session.execute_tool(asked.name, asked.arguments)  # expect: ungated-dispatch
        one(registry.find(asked.name), asked.arguments)


def one(tool, arguments):
    return tool.run(arguments)  # expect: ungated-dispatch


def report(session):
    return session.list_tools()  # ok: ungated-dispatch
