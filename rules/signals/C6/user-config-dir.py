from pathlib import Path

base = Path.home()  # expect: user-config-dir
here = Path.cwd()  # ok: user-config-dir
