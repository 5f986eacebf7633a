def verify_chain(rows):  # expect: record-chain
    return rows


def verify_sum(rows):  # ok: record-chain
    return rows
