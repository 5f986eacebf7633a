SPEC = {"name": "execute_bash", "about": "Runs a line"}  # expect: execution-tool
OTHER = {"name": "list_notes", "about": "execute_bash"}  # ok: execution-tool


SETS = [Toolset(name="run_script", tags={"run_script"})]  # ok: execution-tool
