import posthog  # expect: telemetry-client
import json  # ok: telemetry-client

posthog.capture("me", "start")  # expect: telemetry-client
