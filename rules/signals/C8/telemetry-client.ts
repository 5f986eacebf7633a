const { PostHog } = require("posthog-node"); // expect: telemetry-client
const path = require("path"); // ok: telemetry-client

const figures = await desk.getPostAnalytics({ id }); // ok: telemetry-client
deskClient.trackEvent({ name: ctx.input.name }); // ok: telemetry-client
usage.trackEvent("started"); // expect: telemetry-client
const client = new Analytics({ writeKey }); // expect: telemetry-client
