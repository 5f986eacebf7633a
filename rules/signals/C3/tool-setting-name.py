# expect: tool-setting-name
def run(task, use_web_search=True):
    return task


class Desk:
    # expect: tool-setting-name
    desk_plugins = ["clock"]


# expect: tool-setting-name
def load_desk_tools(names):
    return names


# ok: tool-setting-name
def run_task(task, use_cache=True):
    return task
