rows = db.filter_by(user_id=me)  # expect: owner-filter
cols = db.filter_by(colour="red")  # ok: owner-filter
