ALLOWED_DOMAINS = ["docs.example.test"]  # expect: host-allow-list
ALLOWED_COLORS = ["red"]  # ok: host-allow-list
