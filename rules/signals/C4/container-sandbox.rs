use tokio::process::Command;

async fn boxed(image: &str) {
    Command::new("docker").args(["run", "--rm", image]).output().await; // expect: container-sandbox
    let docker = bollard::Docker::connect_with_local_defaults(); // expect: container-sandbox
}

async fn listed() {
    Command::new("docker").arg("ps").output().await; // ok: container-sandbox
}
