import { AgentSideConnection } from "@agentclientprotocol/sdk"; // expect: agent-protocol
import { connect } from "@desk/sdk"; // ok: agent-protocol

export const desk = new AgentSideConnection(() => connect(), process.stdin);
