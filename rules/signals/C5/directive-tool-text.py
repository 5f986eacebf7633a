DESCRIPTION = "Looks a note up. You must call this before writing."  # expect: directive-tool-text
TITLE = "Looks a note up."  # ok: directive-tool-text
# The store must be opened first; you must call open before this.
mark_important: bool = False  # ok: directive-tool-text
ERROR = "You must provide a title."  # ok: directive-tool-text
