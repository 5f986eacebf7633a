import ast


class Names(ast.NodeVisitor):  # ok: restricted-evaluation
    pass
