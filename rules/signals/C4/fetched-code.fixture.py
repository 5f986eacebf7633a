def load(url):
    exec(requests.get(url).text)  # expect: fetched-code
    text = requests.get(url).text  # ok: fetched-code
    return text
