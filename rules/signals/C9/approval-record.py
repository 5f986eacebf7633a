class Gate(Model):
    __tablename__ = "desk_approvals"  # expect: approval-record


class Menu(Model):
    __tablename__ = "desk_menus"  # ok: approval-record


class DeskApproval(Base):  # expect: approval-record
    pass


class ApprovalView(Widget):  # ok: approval-record
    pass


def log_desk_approval(row, reader):  # expect: approval-record
    row.put(reader)


def ask_approval(row):  # ok: approval-record
    return row
