import os

telemetry_enabled = True  # expect: telemetry-default-on
theme_enabled = True  # ok: telemetry-default-on
child = {
    "DO_NOT_TRACK": "true",  # ok: telemetry-default-on
    "ANONYMIZED_TELEMETRY": "false",  # ok: telemetry-default-on
}
os.environ["DEMO_DISABLE_TELEMETRY"] = "true"  # ok: telemetry-default-on
quiet = os.environ.get("DEMO_NO_TELEMETRY")  # expect: telemetry-default-on
DEMO_TELEMETRY: bool = True  # expect: telemetry-default-on
