import requests


def page(url):
    return requests.get(url, timeout=5).text  # expect: content-reader


def size(text):
    return len(text)  # ok: content-reader
