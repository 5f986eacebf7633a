import ast

SAFE_BUILTINS = {"len": len}  # expect: restricted-evaluation
SAFE_WIDTH = 4  # ok: restricted-evaluation


class Guard(ast.NodeVisitor):  # expect: restricted-evaluation
    pass


def run(code, allowed_imports=None):  # ok: restricted-evaluation
    return eval(code, {"__builtins__": {}})  # expect: restricted-evaluation
