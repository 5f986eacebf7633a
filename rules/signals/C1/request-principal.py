from fastapi import Depends
from auth import get_current_user


def run(task: str, user=Depends(get_current_user)):  # expect: request-principal
    return task


def ping(db=Depends(get_db)):  # ok: request-principal
    return "pong"


def sid():
    return _get_current_user_sid()  # ok: request-principal


@app.get("/shelves")
def shelves(store=Depends(get_user_db)):  # ok: request-principal
    return store


def aim(state):
    return state.get_current_user_intent()  # ok: request-principal
