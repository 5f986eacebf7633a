import sqlglot


def kind(sql):
    return sqlglot.parse_one(sql)  # expect: query-parsing


def trim(sql):
    return sql.strip()  # ok: query-parsing
