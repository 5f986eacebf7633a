import os

API_KEY = os.getenv("DEMO_API_KEY")  # expect: credential-variable
API_PAGE = os.getenv("DEMO_PAGE")  # ok: credential-variable
LIMIT = os.getenv("DEMO_MAX_TOKENS")  # ok: credential-variable


def ask(client, auth_token=None, page=None):  # expect: credential-variable
    client.list(next_page_token=page)  # ok: credential-variable
    return client.ask(max_tokens=40, token_count=2)  # ok: credential-variable


def open_up(app):
    app.add(allow_credentials=True)  # ok: credential-variable
