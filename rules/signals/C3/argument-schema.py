from pydantic import BaseModel


class SearchArgs(BaseModel):  # expect: argument-schema
    query: str


class Search:  # ok: argument-schema
    pass


class Invoice(BaseModel):  # ok: argument-schema
    total: int


def load(text):
    return DeskConfig.model_validate(text)  # ok: argument-schema


def take(text):
    return SearchArgs.model_validate(text)  # expect: argument-schema
