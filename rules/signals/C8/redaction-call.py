text = redact_secrets(raw)  # expect: redaction-call
size = count_secrets(raw)  # ok: redaction-call
back = self.unmask_tokenizer(raw)  # ok: redaction-call
title = scrubbed_title.replace("-", " ")  # ok: redaction-call
