async fn save(path: &str, text: &str) {
    tokio::fs::write(path, text).await; // expect: workspace-file-write
    tokio::fs::read(path).await; // ok: workspace-file-write
}
