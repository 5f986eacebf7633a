import anthropic
import litellm
import ollama
import requests
from openai import AsyncOpenAI

PROMPT = "You are a clerk."
client = AsyncOpenAI()
URL = "https://api.openai.com/v1/chat/completions"


async def once(question, tools):
    messages = [{"role": "system", "content": PROMPT}, {"role": "user", "content": question}]
    # model: openai call in once tools=[tools] model="gpt-x" system=PROMPT
    return await client.chat.completions.create(model="gpt-x", messages=messages, tools=tools)


async def bounded(messages):
    for _ in range(10):
        # model: openai call in bounded loop bound=10 tools=[READ, write] model="gpt-x" system="Short." appends=[reply]
        reply = await client.responses.create(model="gpt-x", input=messages, instructions="Short.", tools=[*READ, write])
        messages.append(reply)


def while_counted(self, messages):
    step = 0
    while not self.done and step < self.max_steps:
        # model: litellm call in while_counted loop bound=self.max_steps tools=[self.tools, read, write] model="gpt-x"
        litellm.completion("gpt-x", messages, tools=self.tools)
        step += 1


def way_out(messages):
    rounds = 0
    while True:
        if rounds >= MAX_ROUNDS:
            break
        # model: anthropic call in way_out loop bound=MAX_ROUNDS model="claude-x" system=PROMPT
        anthropic.Anthropic().messages.create(model="claude-x", system=PROMPT, max_tokens=10, messages=messages)
        rounds += 1


def unbounded(messages):
    while True:
        # model: ollama call in unbounded loop model="llama"
        ollama.chat("llama", messages=messages)


def by_dictionary(messages):
    request = {"model": "gpt-x", "messages": messages, "tools": ALL}
    # model: openai call in by_dictionary tools=[ALL] model="gpt-x"
    return client.chat.completions.create(**request)


def over_http(text):
    # model: http call in over_http model="gpt-x"
    return requests.post(URL, json={"model": "gpt-x", "messages": [{"role": "user", "content": text}]})


def passed_on(params):
    # model: litellm call in passed_on
    return litellm.completion(**params)


def no_model(twilio):
    twilio.messages.create(body="hi", to="+1")
    requests.post("https://example.org/items", json={"model": "x"})


class Holder:
    def __init__(self):
        self.tools = [read, write]

    def run(self, messages):
        # model: openai call in run tools=[self.tools, read, write] model=self.model
        return client.chat.completions.create(model=self.model, messages=messages, tools=self.tools)
