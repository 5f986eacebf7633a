text = redact_secrets(raw)  # expect: redaction-call
size = count_secrets(raw)  # ok: redaction-call
