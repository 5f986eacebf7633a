import requests

requests.get(url)  # expect: request-without-timeout
requests.get(url, timeout=4)  # ok: request-without-timeout
