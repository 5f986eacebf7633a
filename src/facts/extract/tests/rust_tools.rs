use super::{expect, facts, tools};
use crate::syntax::Language::Rust;

#[test]
fn tools_of_rmcp() {
    expect(
        tools(&facts(
            Rust,
            "\
use rmcp::{tool, tool_router, handler::server::wrapper::Parameters, model::Tool};
#[derive(Deserialize, JsonSchema)]
struct ReadArgs { path: String, limit: u32 }
#[tool_router]
impl Files {
    /// Not a tool.
    fn plain(&self) {}
    #[tool(name = \"read_file\", description = \"Reads\", annotations(read_only_hint = true, destructive_hint = false))]
    async fn read(&self, Parameters(args): Parameters<ReadArgs>) -> Result<CallToolResult, McpError> {
        fs::read(args.path)
    }
    /// Deletes a file.
    #[tool]
    #[allow(unused)]
    // note
    fn delete(&self, #[tool(param)] path: String) {}
    #[tool(description = \"Pings\")]
    fn ping(&self) -> String { \"pong\".into() }
}
fn listed() -> Vec<Tool> {
    vec_of(Tool::new(\"listed\", \"d\", schema()), Tool { name: \"lit\".into(), description: Some(\"d\".into()),
      input_schema: Arc::new(object(json!({\"type\": \"object\", \"properties\": {\"q\": {\"type\": \"string\"}}}))) })
}
",
        )),
        &[
            "9-11 mcp read_file(path, limit) ->read 9-11 readOnlyHint=true destructiveHint=false described",
            "16-16 mcp delete(path) ->delete 16-16 described",
            "18-18 mcp ping() ->ping 18-18 described",
            "21-21 mcp listed() described",
            "21-22 mcp lit(q) described",
        ],
    );
}

#[test]
fn tools_of_traits_and_schemas() {
    expect(
        tools(&facts(
            Rust,
            "\
use rig::tool::Tool as RigTool;
use rig::completion::ToolDefinition;
#[derive(Deserialize)]
struct AddArgs { x: i32, y: i32 }
impl RigTool for Adder {
    const NAME: &'static str = \"add\";
    type Args = AddArgs;
    async fn definition(&self, _p: String) -> ToolDefinition {
        ToolDefinition { name: Self::NAME.to_string(), description: \"d\".into(), parameters: json!({}) }
    }
    async fn call(&self, args: Self::Args) -> Result<i32, E> { Ok(args.x) }
}
#[async_trait]
impl crate::tools::AgentTool for Shell {
    fn name(&self) -> &str { \"shell\" }
    fn description(&self) -> &'static str { \"Runs\" }
    fn requires_approval(&self) -> bool { true }
    fn parameters(&self) -> Value { json!({\"type\": \"object\", \"properties\": {\"command\": {}}}) }
    async fn execute(&self, input: Value) -> Result<String> {
        run(input)
    }
}
impl Display for Shell { fn name(&self) -> &str { \"no\" } fn run(&self) {} }
fn schemas() {
    json!([{\"type\": \"function\", \"function\": {\"name\": \"search\", \"description\": \"d\",
        \"parameters\": {\"type\": \"object\", \"properties\": {\"query\": {\"type\": \"string\"}}}}},
        {\"name\": \"bash\", \"input_schema\": {\"type\": \"object\", \"properties\": {\"cmd\": {}}}},
        {\"name\": \"no tool\", \"value\": 3}]);
    FunctionObject { name: \"f\".to_string(), description: None, parameters: Some(json!({\"type\": \"object\", \"properties\": {\"a\": 1}})) };
    ToolSpec { name: \"spec\", description: \"d\" };
}
",
        )),
        &[
            "5-12 rig add(x, y) ->call 11-11 described",
            "14-22 registry shell(command) ->execute 19-21 approval=true described",
            "25-26 openai-schema search(query) described",
            "27-27 anthropic-schema bash(cmd)",
            "29-29 openai-schema f(a) described",
            "30-30 registry spec() described",
        ],
    );
}
