NAMES = ["AGENTS.md"]  # expect: instruction-file
OTHER = ["README.md"]  # ok: instruction-file
