from pydantic import Field

MAX_RESULTS = 50  # expect: argument-bound
limit: int = Field(default=10, le=100)  # expect: argument-bound
name: str = Field(default="x")  # ok: argument-bound
