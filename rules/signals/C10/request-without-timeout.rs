async fn fetch(url: &str) {
    reqwest::get(url).await; // expect: request-without-timeout
    let client = reqwest::Client::builder().timeout(LIMIT).build(); // ok: request-without-timeout
}
