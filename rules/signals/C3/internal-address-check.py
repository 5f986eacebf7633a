import ipaddress


def is_safe_url(host):  # expect: internal-address-check
    return not ipaddress.ip_address(host).is_private  # expect: internal-address-check


def scheme(url):
    return url.split(":")[0]  # ok: internal-address-check
