use async_openai::Client;

async fn turn(client: Client, registry: Registry, request: Request) {
    let reply = client.chat().create(request).await;
    for asked in reply.calls() {
        registry.call_tool(asked).await; // expect: tool-dispatch
        registry.confirm_tool(asked); // ok: tool-dispatch
    }
}
