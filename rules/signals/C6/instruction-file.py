NAMES = ["AGENTS.md"]  # expect: instruction-file
OTHER = ["README.md"]  # ok: instruction-file

NOTE = "the rules of `docs/AGENTS.md` hold here"  # ok: instruction-file
PATTERN = r"AGENTS\.md|CLAUDE\.md|\.cursorrules"  # ok: instruction-file
