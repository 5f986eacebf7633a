import click


async def run_tool(ui, call):
    if not await ui.request_approval(call.name, call.arguments):  # expect: human-approval-call
        return None
    return call


def delete_command(path):
    if click.confirm("Delete?"):  # expect: human-approval-call
        return path


def show(ui, call):
    ui.render_call(call)  # ok: human-approval-call


def load(store, user):
    return store.get_user_permission(user)  # ok: human-approval-call


def step(call):
    yield RequireUserConfirmEvent(call=call)  # expect: human-approval-call
    yield UserConfirmResultEvent(call=call)  # ok: human-approval-call
    yield RequireUserLoginEvent(call=call)  # ok: human-approval-call


def confirm_overwrite(path):
    return click.confirm("Write over it?")  # ok: human-approval-call
