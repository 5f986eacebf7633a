package desk

const file = ".mcp.json" // expect: workspace-agent-folder
const page = "page.json" // ok: workspace-agent-folder
