def shown(text):  # expect: redacted-placeholder
    return KEY.sub("[redacted]", text)


def drawn(text):  # ok: redacted-placeholder
    return KEY.sub("[image]", text)


class Policy:
    redact_input_in_logs: bool = True  # expect: redacted-placeholder
    redact_pages: bool = False  # ok: redacted-placeholder


REDACTED_VALUE = "***"


def loan_view(loan):  # expect: redacted-placeholder
    loan["card"] = REDACTED_VALUE
    return loan
