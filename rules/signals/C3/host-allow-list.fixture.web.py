ROOT_URLCONF = "desk.urls"
ALLOWED_HOSTS = ["*"]  # ok: host-allow-list
