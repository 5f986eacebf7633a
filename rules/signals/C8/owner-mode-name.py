FILE_MODE = 0o600  # expect: owner-mode-name
OPEN_MODE = 0o644  # ok: owner-mode-name
