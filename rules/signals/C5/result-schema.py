register(name="look_up", output_schema=SCHEMA)  # expect: result-schema
register(name="look_up", title="Look up")  # ok: result-schema
