def is_trusted_folder(path):  # expect: workspace-trust
    return path in KNOWN


def is_empty_folder(path):  # ok: workspace-trust
    return not path


def kept(projects):
    return [p for p in projects if p["trust_level"] == "full"]  # expect: workspace-trust


def rated(sources):
    return [s for s in sources if s["trust_level"] > 2]  # ok: workspace-trust


def is_trusted_local_url(address):  # ok: workspace-trust
    return address


def _is_trusted_anchor_url(frame_url):  # ok: workspace-trust
    return frame_url


def debug_project_trust_lines(folder):  # ok: workspace-trust
    return folder


def is_trusted_mcp_server(entry):  # ok: workspace-trust
    return entry in BUILT_IN
