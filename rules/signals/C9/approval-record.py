class Gate(Model):
    __tablename__ = "desk_approvals"  # expect: approval-record


class Menu(Model):
    __tablename__ = "desk_menus"  # ok: approval-record


class DeskApproval(Base):  # expect: approval-record
    pass


class ApprovalView(Widget):  # ok: approval-record
    pass
