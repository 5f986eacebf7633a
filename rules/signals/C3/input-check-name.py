# expect: input-check-name
def _validate_input_parameters(spec, bound):
    return spec


# expect: input-check-name
def check_args(args):
    return args


# ok: input-check-name
def check_weather(day):
    return day
