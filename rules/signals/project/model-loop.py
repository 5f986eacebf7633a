def run(client, messages):
    while True:
        client.chat.completions.create(messages=messages)  # expect: model-loop


def once(client, messages):
    client.chat.completions.create(messages=messages)  # ok: model-loop
