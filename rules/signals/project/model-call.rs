async fn ask(client: Client, request: Request) {
    client.chat().create(request).await; // expect: model-call
    client.files().create(request).await; // ok: model-call
}
