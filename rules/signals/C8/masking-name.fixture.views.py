PLACEHOLDER = "***"  # expect: masking-name


def show(config, password):
    masked_config = {key: PLACEHOLDER for key in config}  # expect: masking-name
    return masked_config  # expect: masking-name


def block(part):
    return part.redacted_thinking  # ok: masking-name


def trim(names):
    return filter_names(names)  # ok: masking-name


def answer(body):
    return strip_credentials(body)  # expect: masking-name


def next_step(run):
    return run.RequiredAction  # ok: masking-name
