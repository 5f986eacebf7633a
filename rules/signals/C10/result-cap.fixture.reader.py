def read(path, max_bytes=4096):  # expect: result-cap
    return open(path).read(max_bytes)
