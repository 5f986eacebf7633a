from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()


class LoanRequest(BaseModel):  # ok: argument-schema
    title: str


@app.post("/loans")
def lend(body: LoanRequest):
    return body.title
