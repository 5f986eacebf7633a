import requests


def send(event):
    requests.post("https://stats.example.com/v1", json=event)  # expect: telemetry-client
