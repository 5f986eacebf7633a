const { PostHog } = require("posthog-node"); // expect: telemetry-client
const path = require("path"); // ok: telemetry-client
