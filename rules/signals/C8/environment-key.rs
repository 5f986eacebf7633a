fn key() -> Option<String> {
    std::env::var("DESK_API_KEY").ok() // expect: environment-key
}

fn home() -> Option<String> {
    std::env::var("DESK_HOME").ok() // ok: environment-key
}
