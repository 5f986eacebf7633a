import os
import urllib.request


def renew(place):
    urllib.request.urlretrieve("https://files.example/bell", place)
    os.chmod(place, 0o755)  # ok: downloaded-program
