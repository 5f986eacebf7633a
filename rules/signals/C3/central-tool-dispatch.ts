export function beforeToolCall(call: Call) { return call; } // expect: central-tool-dispatch
export function renderTool(call: Call) { return call; } // ok: central-tool-dispatch
export function shouldRunToolCall(call: Call) { return call.known; } // expect: central-tool-dispatch

export function unwrapToolInput(input: unknown) { return input; } // ok: central-tool-dispatch
export function setToolPolicy(name: string) { return name; } // ok: central-tool-dispatch
