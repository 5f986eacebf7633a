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

class Answer:
    # ok: tool-setting-name
    tools: list = []
    # ok: tool-setting-name
    enable_tool_approval = False


class Playbooks:
    # expect: tool-setting-name
    light_actions = ["ring"]


# ok: tool-setting-name
query_active_users_tool = make()

# ok: tool-setting-name
use_extra_bad_extensions = False
