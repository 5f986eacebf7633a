use tracing::info;

fn step(name: &str) {
    info!(name, "started"); // expect: log-call
    log::warn!("late"); // expect: log-call
    tracing::debug!("detail"); // ok: log-call
}
