#[tracing::instrument]
fn call() { // expect: trace-spans
    tracing::info_span!("tool"); // expect: trace-spans
    tracing::info!("tool"); // ok: trace-spans
}
