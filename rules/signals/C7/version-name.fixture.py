# expect: version-name
SOURCE = "git+https://code.example/desk/bell.git@0123456789abcdef0123456789abcdef01234567"
# ok: version-name
LATEST = "git+https://code.example/desk/bell.git@main"
# expect: version-name
LINE = "npx -y bell-server@1.2.3"
# ok: version-name
OPEN = "npx -y bell-server@latest"
# expect: version-name
HELD = f"bell-server=={BELL_VERSION}"
# expect: version-name
PAGE = "https://cdn.jsdelivr.net/npm/bell@2.1.0/bell.js"
# ok: version-name
MOVING = "https://cdn.jsdelivr.net/npm/bell/bell.js"
