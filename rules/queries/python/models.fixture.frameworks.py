import browser_use
import dspy
from agents import Agent, Runner
from autogen_agentchat.agents import AssistantAgent
from camel.agents import ChatAgent
from claude_agent_sdk import ClaudeAgentOptions, query
from google.adk.runners import Runner as AdkRunner
from langchain.agents import AgentExecutor
from langchain_openai import ChatOpenAI
from langgraph.prebuilt import ToolNode
from llama_index.llms.openai import OpenAI as LlamaOpenAI
from pydantic_ai import Agent as PydanticAgent
from qwen_agent.agents import Assistant
from semantic_kernel import Kernel
from smolagents import ToolCallingAgent
from strands import Agent as StrandsAgent
from agno.agent import Agent as AgnoAgent
from crewai import Crew
from haystack.components.agents import Agent as HaystackAgent

llm = ChatOpenAI(model="gpt-x")
# model: langchain agent tools=[search, read]
with_tools = llm.bind_tools([search, read])
# model: langchain agent
node = ToolNode(TOOLS)
# model: langchain agent bound=4 tools=[TOOLS]
executor = AgentExecutor(agent=chain, tools=TOOLS, max_iterations=4)


def turn(messages):
    while len(messages) < 20:
        # model: langchain call in turn loop bound=20 tools=[search, read] appends=[reply]
        messages.append(with_tools.invoke(messages))


def asked(prompt):
    # model: langchain call in asked
    return executor.invoke({"input": prompt})


# model: openai-agents call bound=3
# model: openai-agents agent tools=[TOOLS]
Runner.run_sync(Agent(name="a", tools=TOOLS), "Hi", max_turns=3)
# model: claude-agent-sdk agent bound=2 model="claude-x" system="Short."
options = ClaudeAgentOptions(system_prompt="Short.", max_turns=2, model="claude-x")
# model: claude-agent-sdk call
query(prompt="Hi", options=options)
runner = AdkRunner(agent=root)
# model: google-adk call
runner.run_async(user_id="u")
# model: pydantic-ai call
# model: pydantic-ai agent model="gpt-x"
PydanticAgent("gpt-x").run_sync("Hi")
# model: smolagents call
# model: smolagents agent bound=7 tools=[TOOLS]
ToolCallingAgent(tools=TOOLS, max_steps=7).run("Hi")
# model: llamaindex call
LlamaOpenAI(model="gpt-x").chat(messages)
# model: semantic-kernel call
Kernel().invoke_prompt("Hi")
# model: autogen call
# model: autogen agent model=llm
AssistantAgent("a", model_client=llm).run(task="Hi")
# model: strands call
# model: strands agent tools=[TOOLS]
StrandsAgent(tools=TOOLS).invoke_async("Hi")
# model: agno call
# model: agno agent tools=[TOOLS]
AgnoAgent(tools=TOOLS).run("Hi")
# model: crewai call
# model: crewai agent
Crew(agents=[a]).kickoff()
# model: haystack call
# model: haystack agent tools=[TOOLS]
HaystackAgent(chat_generator=g, tools=TOOLS).run(messages=[])
# model: dspy agent bound=3 tools=[search]
dspy.ReAct("q -> a", [search], max_iters=3)
# model: browser-use agent model=llm
browser_use.Agent(task="Hi", llm=llm)
# model: camel call
# model: camel agent tools=[TOOLS] system="Short."
ChatAgent("Short.", tools=TOOLS).step("Hi")
# model: qwen-agent agent tools=[TOOLS] model={model: "qwen"} system="Short."
Assistant(llm={"model": "qwen"}, function_list=TOOLS, system_message="Short.")
