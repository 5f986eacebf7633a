# expect: open-powerful-route
@app.post("/admin/reset")
def reset(body: Reset):
    return clear(body.name)


@app.get("/books")
def books():  # ok: open-powerful-route
    return []


@app.post("/shell", dependencies=[Depends(known_user)])
def shell(body: Command):  # ok: open-powerful-route
    return start(body.text)
