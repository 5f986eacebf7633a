function isWorkspaceTrusted(path) { // expect: workspace-trust
  return known.has(path);
}
function isWorkspaceEmpty(path) { // ok: workspace-trust
  return !path;
}
export function isTrustedProxy(address: string) { return address === '::1'; } // ok: workspace-trust
function isTrustedMessageSource(source, expected) { // ok: workspace-trust
  return source === expected;
}
function isTrustedDownloadHost(hostname) { // ok: workspace-trust
  return hostname.endsWith('.example');
}
