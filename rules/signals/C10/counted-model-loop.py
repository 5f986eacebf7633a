def lend(client, messages):
    rounds = 0
    max_rounds = 10
    done = False
    while not done and rounds < max_rounds:  # expect: counted-model-loop
        rounds += 1
        answer = client.chat.completions.create(model="m", messages=messages, tools=[])
        done = answer.choices[0].finish_reason == "stop"


def lend_on(client, messages):
    while True:  # ok: counted-model-loop
        client.chat.completions.create(model="m", messages=messages, tools=[])


def each(client, parts):
    for part in parts:  # ok: counted-model-loop
        client.chat.completions.create(model="gpt-x", messages=[part])
