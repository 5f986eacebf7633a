const args = ["config", "use-context", name]; // expect: client-context-write
const view = ["config", "get-contexts"]; // ok: client-context-write
