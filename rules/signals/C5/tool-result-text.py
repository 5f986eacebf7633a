def answer(messages, result):
    messages.append({
        "role": "tool",
        "content": str(result),  # expect: tool-result-text
    })


def finish(messages):
    messages.append({
        "role": "tool",
        "content": "Done.",  # ok: tool-result-text
    })
