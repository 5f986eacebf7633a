@app.get("/shelves")
@admin_required  # ok: role-guard
def shelves(user):  # expect: role-guard
    require_admin(user)  # expect: role-guard
    require_address(user)  # ok: role-guard
    return []


print(shelves(None))
