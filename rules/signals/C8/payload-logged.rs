fn trace(arguments: &Value, id: u8) {
    tracing::info!(?arguments, "tool"); // expect: payload-logged
    tracing::info!(id, "tool"); // ok: payload-logged
}
