fn unknown_trust() -> bool { // expect: content-check-name
    false
}

fn unknown_rust() -> bool { // ok: content-check-name
    false
}
