def spawn_agent(task):  # expect: sub-agent
    return task


def spawn_plant(task):  # ok: sub-agent
    return task


class SelectorGroupChat:  # expect: sub-agent
    pass


def handoff_to_reviewer(task):  # expect: sub-agent
    return task


def get_group_chat(identifier):  # ok: sub-agent
    return identifier


def handoff_file_lock(path):  # ok: sub-agent
    return path
