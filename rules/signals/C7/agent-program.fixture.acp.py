from acp import Agent  # ok: agent-program
from acp import spawn_agent_process  # expect: agent-program

run(Agent, spawn_agent_process)
