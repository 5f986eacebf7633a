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
