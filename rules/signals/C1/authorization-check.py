import gspread
from guard import require_permission, has_role


@require_permission("tickets:write")
def close_ticket(user, ticket):  # expect: authorization-check
    return ticket


def archive(user, ticket):
    if not has_role(user, "editor"):  # expect: authorization-check
        raise PermissionError
    return ticket


def title(ticket):
    return format_role_label(ticket)  # ok: authorization-check


def sheet(key):
    return gspread.authorize(key)  # ok: authorization-check


def token_is_real(github_service, token):
    return github_service.verify_access(token)  # ok: authorization-check
