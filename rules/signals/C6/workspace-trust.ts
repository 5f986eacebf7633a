function isWorkspaceTrusted(path) { // expect: workspace-trust
  return known.has(path);
}
function isWorkspaceEmpty(path) { // ok: workspace-trust
  return !path;
}
function isTrustedMessageSource(source, expected) { // ok: workspace-trust
  return source === expected;
}
