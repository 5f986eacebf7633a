def add(messages, text):
    messages.append(Message(role="tool", content=text))  # expect: tool-result-as-message
    messages.append(Message(role="user", content=text))  # ok: tool-result-as-message
