def spawn_agent(task):  # expect: sub-agent
    return task


def spawn_plant(task):  # ok: sub-agent
    return task
