import ai.koog.agents.core.agent.AIAgent // expect: agent-framework
import desk.Shelf // ok: agent-framework
