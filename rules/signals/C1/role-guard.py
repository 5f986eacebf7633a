@app.get("/shelves")
@admin_required  # ok: role-guard
def shelves(user):  # expect: role-guard
    require_admin(user)  # expect: role-guard
    require_address(user)  # ok: role-guard
    return []


print(shelves(None))


def connect(api):
    return api.check_admin_credential()  # ok: role-guard
