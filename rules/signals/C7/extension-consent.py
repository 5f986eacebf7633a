def confirm_plugin_install(name):  # expect: extension-consent
    return input(name) == "y"


def confirm_order(name):  # ok: extension-consent
    return input(name) == "y"
