// expect: person-question-name
fn confirm_step(s: &str) -> String { s.to_owned() }

// ok: person-question-name
fn print_step(s: &str) -> String { s.to_owned() }
