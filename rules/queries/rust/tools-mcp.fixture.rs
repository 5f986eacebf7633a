use rmcp::{handler::server::wrapper::Parameters, model::Tool, tool, tool_router};

#[derive(Deserialize, JsonSchema)]
struct ReadArgs {
    path: String,
    lines: Option<u32>,
    tags: Vec<String>,
}

#[tool_router]
impl Files {
    #[tool(description = "Reads a file", annotations(read_only_hint = true))]
    // tool: mcp read_file(path: string, lines?: number, tags: array) ->read_file body readOnlyHint=true described bound
    async fn read_file(&self, Parameters(args): Parameters<ReadArgs>) -> Result<String, McpError> {
        read(&args.path)
    }

    /// Tells the time.
    #[tool(name = "clock")]
    // tool: mcp clock() ->now body described bound
    fn now(&self) -> String {
        time()
    }
}
