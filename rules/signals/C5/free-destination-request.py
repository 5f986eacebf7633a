import requests


def page(url):
    return requests.get(url, timeout=5)  # expect: free-destination-request


def home():
    return requests.get("https://api.example.test", timeout=5)  # ok: free-destination-request
