export interface AgentDefinition {
  name: string;
  tools?: string[]; // expect: agent-tool-list
}

export interface Toolbox {
  tools: string[]; // ok: agent-tool-list
}
