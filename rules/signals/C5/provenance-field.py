note = Note(text="x", provenance="web")  # expect: provenance-field
page = Note(text="x", title="web")  # ok: provenance-field

# ok: provenance-field
config_provenance = "file"

# ok: provenance-field
lower_provenance = "file"
