export function installPlugin(source: string) { // expect: extension-entry
  return source;
}

export function listPages(pluginsDir = "plugins") { // ok: extension-entry
  return pluginsDir;
}
