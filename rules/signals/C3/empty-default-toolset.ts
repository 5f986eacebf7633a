export function createAgent(model: string, tools = null) { return tools; } // expect: empty-default-toolset
export function paint(model: string, colors = null) { return colors; } // ok: empty-default-toolset
