import ipaddress


def is_safe_url(host):  # expect: internal-address-check
    return not ipaddress.ip_address(host).is_private  # expect: internal-address-check


def validate_url(url):  # ok: internal-address-check
    return url.startswith("https://")


def listed(repository):
    return repository.is_private  # ok: internal-address-check


def get_public_url(port):  # ok: internal-address-check
    return f"https://desk.example.test:{port}"


BLOCKED = {"169.254.169.254"}  # expect: internal-address-check
TOKENS = "http://169.254.169.254/metadata/token"  # ok: internal-address-check


def scheme(url):
    return url.split(":")[0]  # ok: internal-address-check


def probe():
    """Whoever runs this can reach 169.254.169.254 and the rest of the network."""  # ok: internal-address-check
    return None
