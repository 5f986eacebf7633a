// expect: input-check-name
fn validate_command(line: &str) -> bool {
    !line.is_empty()
}

// ok: input-check-name
fn validate_day(day: &str) -> bool {
    !day.is_empty()
}
