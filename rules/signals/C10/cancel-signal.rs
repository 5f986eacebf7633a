use tokio_util::sync::CancellationToken;

async fn run() {
    let stop = CancellationToken::new(); // expect: cancel-signal
    tokio::signal::ctrl_c().await; // expect: cancel-signal
    stop.clone(); // ok: cancel-signal
}
