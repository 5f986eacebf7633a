async fn forward(request: Request, client: Client) {
    let token = request.headers().get("authorization"); // expect: inbound-token-reuse
    call(token).await;
}

async fn ask(client: Client, key: &str) {
    client.post("u").header("Authorization", key).send().await; // ok: inbound-token-reuse
}
