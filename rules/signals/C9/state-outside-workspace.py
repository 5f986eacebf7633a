import os

base = os.path.expanduser("~/.demo")  # expect: state-outside-workspace
here = os.path.abspath("demo")  # ok: state-outside-workspace
