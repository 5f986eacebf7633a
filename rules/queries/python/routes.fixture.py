import schedule
from celery import shared_task
from fastapi import APIRouter, Depends, FastAPI, Security, WebSocket

app = FastAPI()
router = APIRouter(prefix="/admin", dependencies=[Depends(require_admin)])


# route: fastapi http post "/run" ->run in run around=[current_user, fastapi.Depends]
@app.post("/run")
async def run(job: Job, user: User = Depends(current_user)):
    return job


# route: fastapi http get "/open" ->status in status
@app.get("/open")
async def status():
    return "ok"


# route: fastapi http delete "/all" ->purge in purge around=[fastapi.Depends, require_admin]
@router.delete("/all")
async def purge():
    return None


# route: fastapi webhook post "/webhook/ci" ->ci in ci around=[fastapi.Depends, signed]
@app.post("/webhook/ci", dependencies=[Depends(signed)])
async def ci():
    return None


# route: fastapi socket "/live" ->live in live
@app.websocket("/live")
async def live(socket: WebSocket):
    return None


# route: celery queue ->work in work
@shared_task
def work(job):
    return job


# route: schedule schedule ->work
schedule.every(10).minutes.do(work)
