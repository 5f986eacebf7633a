// expect: argument-check-name
fn ensure_inside_path(p: &str) -> bool { !p.is_empty() }

// ok: argument-check-name
fn render_path(p: &str) -> bool { !p.is_empty() }
