use rmcp::tool;

impl Files {
    #[tool(description = "Reads", annotations(read_only_hint = true))]
    fn read(&self) {} // expect: tool-behaviour-hint

    #[tool(description = "Writes")]
    fn write(&self) {} // ok: tool-behaviour-hint
}
