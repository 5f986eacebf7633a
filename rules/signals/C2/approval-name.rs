fn ask_user(question: &str) -> bool { // expect: approval-name
    !question.is_empty()
}

fn shelves() -> Vec<String> { // ok: approval-name
    Vec::new()
}
