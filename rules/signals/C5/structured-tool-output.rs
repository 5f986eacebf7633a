fn handle_call(value: &Report) -> String {
    serde_json::to_string(value).unwrap() // expect: structured-tool-output
}

fn save(value: &Report) -> String {
    serde_json::to_string(value).unwrap() // ok: structured-tool-output
}
