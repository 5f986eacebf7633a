from langgraph.graph import StateGraph  # expect: agent-framework
import language  # ok: agent-framework
