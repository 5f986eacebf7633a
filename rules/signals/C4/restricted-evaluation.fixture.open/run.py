def run(code):
    safe_globals = {"__builtins__": __builtins__}  # ok: restricted-evaluation
    exec(code, safe_globals, safe_globals)  # ok: restricted-evaluation
