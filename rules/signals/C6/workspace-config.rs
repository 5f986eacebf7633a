fn read(cwd: &std::path::Path) {
    let servers = cwd.join(".mcp.json"); // expect: workspace-config
    let page = cwd.join("page.json"); // ok: workspace-config
}
