def detect_injection(text):  # expect: injection-detector
    return "ignore previous" in text


def detect_language(text):  # ok: injection-detector
    return "en"
