class BudgetTracker:  # expect: shared-budget
    pass


class PaperTracker:  # ok: shared-budget
    pass
