from shelf import Base


class Session(Base):  # ok: record-table
    pass


class DeskMessage(DataBaseModel):  # expect: record-table
    pass
