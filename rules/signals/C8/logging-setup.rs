fn main() {
    tracing_subscriber::fmt::init(); // expect: logging-setup
    tracing::info!("up"); // ok: logging-setup
}
