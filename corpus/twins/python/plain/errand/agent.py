"""The loop between model and tools."""

import json

from openai import OpenAI

from errand.tools import TOOLS, run_tool

PROMPT = "You run errands in a terminal."


def work(task: str) -> str:
    client = OpenAI()
    messages = [{"role": "system", "content": PROMPT}, {"role": "user", "content": task}]
    while True:
        answer = client.chat.completions.create(model="gpt-4o", messages=messages, tools=TOOLS)
        message = answer.choices[0].message
        messages.append(message)
        if not message.tool_calls:
            return message.content or ""
        for call in message.tool_calls:
            result = run_tool(call.function.name, json.loads(call.function.arguments))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": result})
