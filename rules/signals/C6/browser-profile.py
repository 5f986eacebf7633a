def start(chromium, folder):
    return chromium.launch_persistent_context(folder)  # expect: browser-profile


def start_fresh(chromium):
    return chromium.launch(headless=True)  # ok: browser-profile
