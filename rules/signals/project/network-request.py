import requests


def load(address, shelf):
    requests.get(address)  # expect: network-request
    shelf.get(address)  # ok: network-request
