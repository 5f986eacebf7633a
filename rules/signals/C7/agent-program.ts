import { query } from "@anthropic-ai/claude-agent-sdk"; // expect: agent-program
import { ask } from "ask-sdk"; // ok: agent-program

export { query, ask };
