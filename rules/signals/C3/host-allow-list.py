ALLOWED_DOMAINS = ["docs.example.test"]  # expect: host-allow-list
ALLOWED_COLORS = ["red"]  # ok: host-allow-list


def read(url, allowed_hosts=None):  # expect: host-allow-list
    return url, allowed_hosts


AUTH_ALLOWED_DOMAINS = ["example.test"]  # ok: host-allow-list
ALLOWED_URLS = "*"  # ok: host-allow-list
