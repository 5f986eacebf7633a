import boto3
import cohere
import dashscope
import zhipuai
from google import genai
from huggingface_hub import InferenceClient
from mistralai import Mistral

gem = genai.Client()
# model: gemini call tools=[TOOLS] model="gemini-x" system="Short."
gem.models.generate_content(model="gemini-x", contents="Hi", config={"system_instruction": "Short.", "tools": TOOLS})
# model: gemini call model="gemini-x"
chat = gem.chats.create(model="gemini-x")
# model: gemini call
chat.send_message("Hi")
# model: bedrock call tools=[TOOLS] model="m"
boto3.client("bedrock-runtime").converse(modelId="m", messages=[], toolConfig={"tools": TOOLS})
# model: mistral call tools=[TOOLS] model="m"
Mistral().chat.complete(model="m", messages=[], tools=TOOLS)
co = cohere.ClientV2()
# model: cohere call tools=[TOOLS] model="command"
co.chat(model="command", messages=[], tools=TOOLS)
# model: huggingface call model="m"
InferenceClient().chat_completion(messages=[], model="m")
# model: dashscope call model="qwen"
dashscope.Generation.call(model="qwen", messages=[])
# model: zhipu call model="glm"
zhipuai.model_api.invoke(model="glm", prompt=[])
