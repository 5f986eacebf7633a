use rmcp::transport::TokioChildProcess;

pub fn pour(kettle: tokio::process::Command) {
    // expect: stdio-tool-server
    let _ = TokioChildProcess::new(kettle);
    // ok: stdio-tool-server
    let _ = kettle_of("tea");
}
