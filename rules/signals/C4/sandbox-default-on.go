package box

const SandboxEnabled = true // expect: sandbox-default-on
const SandboxImage = "slim" // ok: sandbox-default-on
