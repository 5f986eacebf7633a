export function scrubChildEnv(env: Record<string, string>) { // expect: filtered-child-environment
  return { PATH: env.PATH };
}
export function loadEnv() { return {}; } // ok: filtered-child-environment
const coder = start({ config: { shell_environment_policy: { inherit: 'core' } } }); // expect: filtered-child-environment
const other = start({ config: { shell_title: { text: 'core' } } }); // ok: filtered-child-environment
