use tokio::process::Command;

fn start() {
    Command::new("claude").arg("-p"); // expect: agent-program
    Command::new("cat").arg("-p"); // ok: agent-program
}
