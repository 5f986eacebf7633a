package box

const SandboxEnabled = false // expect: sandbox-default-off
const SandboxImage = "slim"  // ok: sandbox-default-off
