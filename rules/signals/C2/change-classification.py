class Loan:
    def modifies_state(self, arguments):  # expect: change-classification
        return "yes"

    def modify(self, arguments):  # ok: change-classification
        return arguments
