fn base() -> String {
    std::env::var("SERVICE_BASE_URL").unwrap_or_default() // expect: endpoint-from-environment
}

fn level() -> String {
    std::env::var("SERVICE_LEVEL").unwrap_or_default() // ok: endpoint-from-environment
}
