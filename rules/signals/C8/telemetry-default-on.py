telemetry_enabled = True  # expect: telemetry-default-on
theme_enabled = True  # ok: telemetry-default-on
