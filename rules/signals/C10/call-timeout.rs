use std::time::Duration;
use tokio::time::timeout;

async fn call(client: reqwest::Client) {
    timeout(Duration::from_secs(30), client.get("u").send()).await; // expect: call-timeout
    let client = reqwest::Client::builder().timeout(Duration::from_secs(5)).build(); // expect: call-timeout
    tokio::time::sleep(Duration::from_secs(5)).await; // ok: call-timeout
}
