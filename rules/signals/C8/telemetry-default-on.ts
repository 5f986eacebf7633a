const off = process.env.DEMO_DISABLE_TELEMETRY; // expect: telemetry-default-on
const dark = process.env.DEMO_DARK; // ok: telemetry-default-on
const pointer = env['DISABLE_MOUSE_TRACKING_ICON']; // ok: telemetry-default-on
