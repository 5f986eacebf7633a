fn start() {
    sentry::init("dsn"); // expect: telemetry-client
    tracing_subscriber::fmt::init(); // ok: telemetry-client
}
