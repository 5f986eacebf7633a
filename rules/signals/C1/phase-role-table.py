PHASE_ROLES = {"detect": ["alerter"], "approved": ["repairer"]}  # expect: phase-role-table
PHASE_TITLES = {"detect": "Detection"}  # ok: phase-role-table


def roles(phase):
    return PHASE_ROLES[phase]
