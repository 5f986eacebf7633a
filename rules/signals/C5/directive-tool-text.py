DESCRIPTION = "Looks a note up. You must call this before writing."  # expect: directive-tool-text
TITLE = "Looks a note up."  # ok: directive-tool-text
