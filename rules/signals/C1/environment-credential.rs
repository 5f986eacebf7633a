fn key() -> Option<String> {
    let mode = std::env::var("AGENT_MODE"); // ok: environment-credential
    std::env::var("AGENT_API_KEY").ok() // expect: environment-credential
}

fn built() -> Option<&'static str> {
    option_env!("AGENT_BUILD_TOKEN") // ok: environment-credential
}
