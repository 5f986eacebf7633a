use tokio::process::Command;

async fn inherited(program: &str) {
    Command::new(program).output().await; // expect: child-env-inherited
}

async fn cleared(program: &str) {
    Command::new(program).env_clear().env("PATH", "/bin").output().await; // ok: child-env-inherited
}
