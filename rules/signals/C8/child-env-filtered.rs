async fn run(program: &str) {
    tokio::process::Command::new(program).env_clear().envs(kept()).output().await; // expect: child-env-filtered
    tokio::process::Command::new(program).env("A", "b").output().await; // ok: child-env-filtered
}
