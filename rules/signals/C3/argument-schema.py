from pydantic import BaseModel


class SearchArgs(BaseModel):  # expect: argument-schema
    query: str


class Search:  # ok: argument-schema
    pass


class Invoice(BaseModel):  # ok: argument-schema
    total: int
