use rmcp::{tool, tool_router};

#[tool_router]
impl Files {
    #[tool(description = "Reads a file")]
    async fn read(&self, path: String) -> String { // expect: declared-tool
        load(path)
    }

    fn load(&self) {} // ok: declared-tool
}
