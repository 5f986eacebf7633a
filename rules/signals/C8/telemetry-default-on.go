package conf

const EnableTelemetry = true // expect: telemetry-default-on
const EnableTheme = true // ok: telemetry-default-on
