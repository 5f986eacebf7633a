fn check_loan_permission(reader: &str) -> bool { // expect: authority-name
    !reader.is_empty()
}

fn shelves() -> Vec<String> { // ok: authority-name
    Vec::new()
}
