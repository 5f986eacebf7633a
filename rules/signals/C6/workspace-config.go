package conf

var file = ".mcp.json" // expect: workspace-config
var page = "page.json" // ok: workspace-config
