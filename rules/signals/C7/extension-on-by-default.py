AUTO_INSTALL = True  # expect: extension-on-by-default
AUTO_SAVE = True  # ok: extension-on-by-default
