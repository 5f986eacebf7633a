def assign(worker, phase):
    if worker.safety_level > phase.max_level:  # expect: level-ceiling
        raise PermissionError(worker.name)
    if log.level > INFO:  # ok: level-ceiling
        return None
