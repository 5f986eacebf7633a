from starlette.middleware.authentication import AuthenticationMiddleware  # expect: authentication-name


def verify_token(token):  # expect: authentication-name
    return token


def list_books():  # ok: authentication-name
    return []
