def request_tool_approval(call):  # expect: approval-function
    return call


def render_permission_table(rows):  # ok: approval-function
    return rows


def check_user_permission(user, object):  # ok: approval-function
    return object in user.grants


class RequireUserConfirmEvent(Event):  # expect: approval-function
    pass


class RequireUserLoginEvent(Event):  # ok: approval-function
    pass
