async fn read(url: &str) {
    reqwest::get(url).await; // expect: content-reader
    tokio::fs::read_to_string("notes.md").await; // expect: content-reader
    parse("a"); // ok: content-reader
}
