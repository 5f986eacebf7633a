def call(worker, tool):
    if tool not in worker.tool_allowlist:  # expect: skill-allow-list
        raise PermissionError(tool)
    if tool not in worker.names:  # ok: skill-allow-list
        return None
