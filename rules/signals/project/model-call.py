from openai import OpenAI


def ask(text, store):
    client = OpenAI()
    store.messages.append(text)  # ok: model-call
    return client.chat.completions.create(model="m", messages=[text])  # expect: model-call
