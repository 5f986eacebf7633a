SCOPES = ["calendar.readonly"]  # expect: narrow-oauth-scope
WIDE_SCOPES = ["calendar.full"]  # ok: narrow-oauth-scope
