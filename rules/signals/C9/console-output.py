print("step one")  # expect: console-output
repr("step one")  # ok: console-output
