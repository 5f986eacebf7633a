import requests


def post(url, text):
    requests.post(url, json={"text": text}, timeout=5)  # expect: outbound-channel
    print(text)  # ok: outbound-channel
