def token_of(request):
    value = request.headers.get("authorization")  # expect: inbound-token-reuse
    kind = request.headers.get("content-type")  # ok: inbound-token-reuse
    return value, kind


def raw_token_of(headers):
    return headers["authorization"]  # expect: inbound-token-reuse


def signed(headers, own):
    headers["Authorization"] = f"token {own}"  # ok: inbound-token-reuse
    return headers
