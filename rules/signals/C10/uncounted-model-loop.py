def lend(client, messages):
    while True:  # expect: uncounted-model-loop
        answer = client.chat.completions.create(model="m", messages=messages, tools=[])
        if answer.choices[0].finish_reason == "done":
            return answer


def count(client, messages):
    for _ in range(3):  # ok: uncounted-model-loop
        client.chat.completions.create(model="m", messages=messages, tools=[])
