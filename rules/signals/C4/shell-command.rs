use tokio::process::Command;

async fn run(line: &str, shell: &str) {
    Command::new("sh").arg("-c").arg(line).output().await; // expect: shell-command
    Command::new(shell).args(["-c", line]).output().await; // expect: shell-command
    Command::new("git").arg("status").output().await; // ok: shell-command
    let message = Message::system("rules");
    context.system("rules"); // ok: shell-command
}
