def serve(toolsets="all"):  # expect: every-tool-selected
    return toolsets


def narrow(toolsets="reading"):  # ok: every-tool-selected
    return toolsets
