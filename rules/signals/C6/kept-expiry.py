MESSAGE_RETENTION_DAYS = 30  # expect: kept-expiry
LOGIN_COOKIE_TTL_SECONDS = 7 * 86400  # ok: kept-expiry
_PAGE_CACHE_TTL = 300  # ok: kept-expiry


def clear_history(store):  # expect: kept-expiry
    store.rows.clear()


def prune_location(node):  # ok: kept-expiry
    return node[:3]


def token_request(client):
    return client.grant(expires_in=3600)  # ok: kept-expiry


def main(store, client):
    if store.days > MESSAGE_RETENTION_DAYS:
        clear_history(store)
    prune_location([LOGIN_COOKIE_TTL_SECONDS, _PAGE_CACHE_TTL])
    token_request(client)


MEMORY_ACCESS_THROTTLE = 300  # ok: kept-expiry
MAX_HISTORY_LEN = 4  # ok: kept-expiry
CLIENT_SESSION_TTL = 60  # ok: kept-expiry
