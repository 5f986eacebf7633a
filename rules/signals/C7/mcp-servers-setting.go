package options

func load(mcpServers map[string]string) { // expect: mcp-servers-setting
}

func store(webServers map[string]string) { // ok: mcp-servers-setting
}
