fn logs() {
    tracing_appender::rolling::daily("logs", "agent.log"); // expect: log-file
    tracing_subscriber::fmt(); // ok: log-file
}
