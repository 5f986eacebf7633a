import os
import subprocess

subprocess.run(["tool"])  # expect: child-env-inherited
subprocess.run(["tool"], env={"PATH": "/bin"})  # ok: child-env-inherited
