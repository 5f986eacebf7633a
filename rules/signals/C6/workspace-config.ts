const file = ".mcp.json"; // expect: workspace-config
const page = "page.json"; // ok: workspace-config
