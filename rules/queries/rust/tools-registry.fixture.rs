use rig::tool::Tool as RigTool;

// tool: rig add(x?: number) ->call body described
impl RigTool for Adder {
    const NAME: &'static str = "add";

    async fn definition(&self, _prompt: String) -> ToolDefinition {
        ToolDefinition { name: "add".to_string(), description: "Adds".to_string(), parameters: json!({"type": "object", "properties": {"x": {"type": "number"}}}) }
    }

    async fn call(&self, args: Self::Args) -> Result<i32, Error> {
        Ok(args.x)
    }
}

struct Shell;

// tool: registry shell(command) ->execute body described
impl AgentTool for Shell {
    fn name(&self) -> &str {
        "shell"
    }

    fn description(&self) -> &str {
        "Runs a command"
    }

    async fn execute(&self, command: String) -> Result<String> {
        run(command)
    }
}
