keep(created_by="desk")  # ok: memory-origin
serve(origin="*")  # ok: memory-origin
