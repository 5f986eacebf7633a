def convert(tool):
    return dict(name=tool["name"], input_schema=tool["parameters"])  # ok: argument-schema
