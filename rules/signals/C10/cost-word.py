class Desk:
    context_budget = 9000  # expect: cost-word
    page_width = 80  # ok: cost-word

    def check_quota(self):  # expect: cost-word
        return True
