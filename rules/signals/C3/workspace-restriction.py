class DeskTools:
    def __init__(self, restrict_to_workspace: bool = False):  # expect: workspace-restriction
        self.held = restrict_to_workspace


class ShelfTools:
    def __init__(self, restrict_hours: bool = False):  # ok: workspace-restriction
        self.held = restrict_hours
