import os

os.system("sh " + "push.sh")  # ok: shell-command
