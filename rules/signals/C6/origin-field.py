row = Row(created_by="desk")  # expect: origin-field
row = Row(colour="red")  # ok: origin-field
