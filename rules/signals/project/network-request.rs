async fn fetch(url: &str) {
    reqwest::get(url).await; // expect: network-request
    ureq::post(url); // expect: network-request
    cache::get(url).await; // ok: network-request
}
