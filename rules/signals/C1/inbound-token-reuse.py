def token_of(request):
    value = request.headers.get("authorization")  # expect: inbound-token-reuse
    kind = request.headers.get("content-type")  # ok: inbound-token-reuse
    return value, kind
