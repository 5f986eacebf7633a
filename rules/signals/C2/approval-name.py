import click

requires_authorization = False  # expect: approval-name
requires_shelf = False  # ok: approval-name


def show_permission_dialog(action):  # expect: approval-name
    return action


def get_user_input(question):  # expect: approval-name
    return input(question)


def get_user_name(reader):  # ok: approval-name
    return reader.name


def confirm_password(word):  # ok: approval-name
    return word


def lend(book):
    return click.confirm(f"Lend {book}?")  # expect: approval-name


def confirm_overwrite(path):  # ok: approval-name
    return path


class LoanApprovalDecision(Model):  # ok: approval-name
    answer: str


class LoanApprovalMiddleware(Layer):  # expect: approval-name
    pass


accept_risk = False  # expect: approval-name
accept_shelf = False  # ok: approval-name


def concat_approval_requests(parts):  # ok: approval-name
    return parts


def get_user_permission(reader):  # ok: approval-name
    return reader.role


def generate_confirmation_token():  # ok: approval-name
    return "t"
