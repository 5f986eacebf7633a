function filterEnv(env) { // expect: filtered-child-environment
  return { PATH: env.PATH };
}
function loadEnv() { return {}; } // ok: filtered-child-environment
module.exports = { filterEnv, loadEnv };
