import re

import requests


def page(url):
    return requests.get(url, timeout=5).text  # expect: content-reader


def look(tavily_client, text):
    re.search("a+", text)  # ok: content-reader
    return tavily_client.search(text)  # expect: content-reader


def size(text):
    return len(text)  # ok: content-reader
