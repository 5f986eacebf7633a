package conf

var file = ".mcp.json" // expect: workspace-config
var page = "page.json" // ok: workspace-config
var own = filepath.Join(homeDir, ".codex", "skills") // ok: workspace-config
