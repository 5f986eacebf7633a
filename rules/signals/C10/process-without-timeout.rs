use tokio::process::Command;

async fn waits(program: &str) {
    Command::new(program).output().await; // expect: process-without-timeout
}

async fn bounded(program: &str) {
    tokio::time::timeout(LIMIT, Command::new(program).output()).await; // ok: process-without-timeout
}
