// expect: content-label
fn label_context(s: &str) -> String { s.to_owned() }

// ok: content-label
fn print_context(s: &str) -> String { s.to_owned() }
