async fn send(url: &str) {
    reqwest::get(url).await; // expect: outbound-channel
    let client = reqwest::Client::new(); // expect: outbound-channel
    channel.send(url).await; // ok: outbound-channel
}
