import asyncio
import json

import anthropic
from langchain_core.messages import HumanMessage, ToolMessage
from langchain_openai import ChatOpenAI
from openai import OpenAI

client = OpenAI()
claude = anthropic.Anthropic()


def results(messages):
    # loop: endless in results asks
    while True:
        # model: openai call in results loop model="gpt-x" appends=[reply, tool<-self.run_tool]
        reply = client.chat.completions.create(model="gpt-x", messages=messages)
        message = reply.choices[0].message
        messages.append(message)
        if not message.tool_calls:
            break
        for call in message.tool_calls:
            result = self.run_tool(call.function.name, call.function.arguments)
            messages.append({"role": "tool", "tool_call_id": call.id, "content": json.dumps(result)})


def wrapped(messages, page_url):
    # loop: bounded in wrapped limit=5 asks
    for _ in range(5):
        # model: anthropic call in wrapped loop bound=5 model="claude-x" appends=[tool<-fetch in "<page>"]
        reply = claude.messages.create(model="claude-x", max_tokens=10, messages=messages)
        found = []
        for block in reply.content:
            page = fetch(page_url)
            found.append({"type": "tool_result", "tool_use_id": block.id, "content": f"<page>{page}</page>"})
        messages.append({"role": "user", "content": found})


def marked(messages):
    model = ChatOpenAI(model="gpt-x")
    # model: langchain call in marked appends=[reply, tool<-search in wrap_untrusted, user<-input]
    reply = model.invoke(messages)
    messages += [reply, ToolMessage(content=wrap_untrusted(search(reply)), tool_call_id="1")]
    messages.append(HumanMessage(input("> ")))


def before(history, question):
    history.append({"role": "user", "content": question})
    # model: openai call in before model="gpt-x" appends=[reply]
    reply = client.responses.create(model="gpt-x", input=history)
    history.extend(reply.output)
    others.append(question)


async def stopped(self, messages):
    try:
        # loop: unknown in stopped asks
        while not self.stop_requested:
            # model: openai call in stopped loop model="gpt-x" stops=[passed cancellation_token, caught asyncio.CancelledError, tested self.stop_requested]
            reply = await client.chat.completions.create(model="gpt-x", messages=messages, cancellation_token=self.token)
            if reply.choices[0].finish_reason == "stop":
                return
    except asyncio.CancelledError:
        raise


def interrupted(messages):
    try:
        # model: openai call in interrupted model="gpt-x" stops=[caught KeyboardInterrupt]
        client.chat.completions.create(model="gpt-x", messages=messages)
    except (KeyboardInterrupt, EOFError):
        return


def loops(items, queue, attempts):
    # loop: bounded in loops
    for item in items:
        use(item)
    # loop: endless in loops
    while True:
        queue.get()
    # loop: unknown in loops
    while True:
        attempts = retry(attempts)
        if too_many(attempts):
            break
    # loop: unknown in loops
    while queue:
        queue.pop()
