use rmcp::transport::TokioChildProcess;

async fn connect(command: Command) {
    TokioChildProcess::new(command); // expect: mcp-client
    Transport::new(command); // ok: mcp-client
}
