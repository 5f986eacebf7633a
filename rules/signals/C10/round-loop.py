def run_loop(client, messages):  # expect: round-loop
    while True:  # expect: round-loop
        reply = client.chat.completions.create(model="m", messages=messages, tools=[])
        if not reply:
            return reply


def copy(messages):  # ok: round-loop
    return list(messages)
