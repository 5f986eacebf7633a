import difflib


def preview(old, new):
    return difflib.unified_diff(old, new)  # expect: exact-call-preview


def same(old, new):
    return old == new  # ok: exact-call-preview
