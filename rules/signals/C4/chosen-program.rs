use std::process::Command;

pub fn pour(kettle: &str) {
    // expect: chosen-program
    let _ = Command::new(kettle).spawn();
    // ok: chosen-program
    let _ = Command::new("git").spawn();
}
