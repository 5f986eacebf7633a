def undo_loan(loan):  # expect: undo-name
    return loan


def _restore_checkpoint(shelf):  # expect: undo-name
    return shelf


def run_down(shelf):  # ok: undo-name
    return shelf


def save_model_checkpoint(model):  # ok: undo-name
    return model


def keep(repo):
    repo.index.commit("kept")  # expect: undo-name


def create_market_snapshot(town):  # ok: undo-name
    return town


def rollback_transaction(desk):  # ok: undo-name
    return desk


def read_git_commit_sha(path):  # ok: undo-name
    return path


def revert_prompt_to_default(prompt):  # ok: undo-name
    return prompt
