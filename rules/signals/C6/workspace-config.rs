fn read(cwd: &std::path::Path) {
    let servers = cwd.join(".mcp.json"); // expect: workspace-config
    let page = cwd.join("page.json"); // ok: workspace-config
    let agents = cwd.join(".acme/agents"); // expect: workspace-config
    let records = cwd.join(".acme/records"); // ok: workspace-config
}
