use std::env;

fn key() -> String {
    let home = env::var("HOME").unwrap_or_default(); // ok: secret-from-environment
    env::var("SERVICE_API_KEY").unwrap() // expect: secret-from-environment
}

fn built() -> Option<&'static str> {
    option_env!("SERVICE_BUILD_TOKEN") // ok: secret-from-environment
}
