// expect: content-label
fn label_message(s: &str) -> String { s.to_owned() }

// ok: content-label
fn print_message(s: &str) -> String { s.to_owned() }
