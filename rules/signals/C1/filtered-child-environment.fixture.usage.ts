export function safeEnv(name: string) { // ok: filtered-child-environment
  return process.env[name] ?? '';
}
