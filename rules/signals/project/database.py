import sqlalchemy  # expect: database
import alchemy  # ok: database
