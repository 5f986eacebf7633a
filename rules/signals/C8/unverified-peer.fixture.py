def page(url):
    requests.get(url, verify=False)  # expect: unverified-peer
    requests.get(url, verify="/etc/own.pem")  # ok: unverified-peer
