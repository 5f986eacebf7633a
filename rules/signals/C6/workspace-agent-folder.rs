const FILE: &str = ".mcp.json"; // expect: workspace-agent-folder
const PAGE: &str = "page.json"; // ok: workspace-agent-folder
