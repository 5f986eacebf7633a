def ask(client, text):
    return client.write(text, max_tokens=800)  # expect: answer-token-cap


class Reader:
    num_predict = 128  # expect: answer-token-cap
    max_rows = 20  # ok: answer-token-cap
