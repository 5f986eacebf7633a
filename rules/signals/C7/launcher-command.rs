fn start() {
    tokio::process::Command::new("npx").arg("server"); // expect: launcher-command
    tokio::process::Command::new("node").arg("server"); // ok: launcher-command
}
