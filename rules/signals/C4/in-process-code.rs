fn evaluate(script: &str) {
    let engine = rhai::Engine::new(); // expect: in-process-code
    let engine = templates::Engine::new(); // ok: in-process-code
}
