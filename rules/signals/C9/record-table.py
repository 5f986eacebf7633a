from sqlalchemy import Column

from store import Base


class ToolCallRow(Base):  # expect: record-table
    pass


class Colour(Base):  # ok: record-table
    pass


db.execute("INSERT INTO messages VALUES (1)")  # expect: record-table
