from fastapi import FastAPI

app = FastAPI()  # expect: server-object
items = []  # ok: server-object
