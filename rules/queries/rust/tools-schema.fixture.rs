use async_openai::types::FunctionObject;

fn tools() -> Value {
    json!([
        // tool: openai-schema search(query: string) described
        {"type": "function", "function": {"name": "search", "description": "Searches", "parameters": {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}}},
        // tool: anthropic-schema bash(command?: string) described
        {"name": "bash", "description": "Runs", "input_schema": {"type": "object", "properties": {"command": {"type": "string"}}}}
    ])
}

fn object() -> FunctionObject {
    // tool: openai-schema weather() described
    FunctionObject { name: "weather".into(), description: Some("Tells the weather".into()), parameters: None }
}
