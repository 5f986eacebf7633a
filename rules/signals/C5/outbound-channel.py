import requests


def post(url, text):
    requests.post(url, json={"text": text}, timeout=5)  # expect: outbound-channel
    print(text)  # ok: outbound-channel


def place(address, httpx):
    import urllib.request

    urllib.request.url2pathname(address)  # ok: outbound-channel
    return urllib.request.urlopen(address)  # expect: outbound-channel
