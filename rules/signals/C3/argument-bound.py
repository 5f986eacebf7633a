from pydantic import Field

MAX_RESULTS = 50  # expect: argument-bound
limit: int = Field(default=10, le=100)  # expect: argument-bound
name: str = Field(default="x")  # ok: argument-bound


def wait(delay, max_delay):
    # ok: argument-bound
    return min(delay * 2, max_delay)


# ok: argument-bound
MAX_POOL_SIZE = 16


# ok: argument-bound
MAX_DESCRIPTION_LENGTH = 100


def page(rows, limit):
    # expect: argument-bound
    return rows[: min(limit, 100)]
