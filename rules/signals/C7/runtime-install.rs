use std::process::Command;

fn add(name: &str) {
    Command::new("npm").args(["install", name]).status(); // expect: runtime-install
}

fn list() {
    Command::new("npm").arg("ls").status(); // ok: runtime-install
}
