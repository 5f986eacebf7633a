fn dispatch(tool_name: &str) {
    tracing::info!(tool = %tool_name, "call"); // expect: action-log
    tracing::info!("executing tool {}", id); // expect: action-log
    tracing::info!("ready"); // ok: action-log
    tracing::warn!(tool = %tool_name, "skipped"); // ok: action-log
}
