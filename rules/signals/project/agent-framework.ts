import { openai } from "@ai-sdk/openai"; // expect: agent-framework
import { aim } from "aim"; // ok: agent-framework

export { openai, aim };
