import os

LINE = "push"
os.system(LINE)  # ok: shell-string-execution
