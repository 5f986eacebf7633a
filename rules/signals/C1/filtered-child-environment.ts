export function scrubChildEnv(env: Record<string, string>) { // expect: filtered-child-environment
  return { PATH: env.PATH };
}
export function loadEnv() { return {}; } // ok: filtered-child-environment
