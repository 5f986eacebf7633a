def ask(client, text):
    return client.write(text, max_tokens=800)  # expect: call-token-cap


class Reader:
    num_predict = 128  # expect: call-token-cap
    max_rows = 20  # ok: call-token-cap
