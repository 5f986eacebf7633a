import { GoogleGenAI } from '@google/genai';
import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { Mistral } from '@mistralai/mistralai';
import { CohereClientV2 } from 'cohere-ai';
import ollama from 'ollama';
import OpenAI from 'openai';
import * as vscode from 'vscode';
import { Stagehand } from '@browserbasehq/stagehand';
import { readTool, writeTool } from './tools';

const SYSTEM = 'You are a clerk.';
const client = new OpenAI();

class Loop {
  private tools = [readTool, writeTool];
  private maxSteps = 12;

  async run(messages) {
    let step = 0;
    while (step < this.maxSteps) {
      // model: openai call in run loop bound=this.maxSteps tools=[self.tools, ./tools.readTool, ./tools.writeTool] model=this.model system=SYSTEM
      const reply = await client.responses.create({ model: this.model, input: messages, instructions: SYSTEM, tools: this.tools });
      step++;
    }
  }

  async leave(messages) {
    let turns = 0;
    while (true) {
      if (turns >= MAX_TURNS) {
        break;
      }
      turns++;
      // model: openai call in leave loop bound=MAX_TURNS model="gpt-x" system=SYSTEM
      await client.chat.completions.create({ model: 'gpt-x', messages: [{ role: 'system', content: SYSTEM }, ...messages] });
    }
  }

  async endless(messages) {
    for (;;) {
      const request = { model: 'gpt-x', messages, tools: [readTool] };
      // model: openai call in endless loop tools=[./tools.readTool] model="gpt-x"
      await client.chat.completions.create(request);
    }
  }
}

const gem = new GoogleGenAI({});
// model: gemini call tools=[./tools.readTool] model="gemini-x" system=SYSTEM
await gem.models.generateContent({ model: 'gemini-x', contents: 'Hi', config: { systemInstruction: SYSTEM, tools: [{ functionDeclarations: [readTool] }] } });
// model: bedrock call tools=[TOOLS] model="m"
await bedrock.send(new ConverseCommand({ modelId: 'm', messages: [], toolConfig: { tools: TOOLS } }));
// model: mistral call model="m"
await new Mistral().chat.complete({ model: 'm', messages: [] });
// model: cohere call model="command"
await new CohereClientV2().chat({ model: 'command', messages: [] });
// model: ollama call tools=[./tools.readTool] model="llama"
await ollama.chat({ model: 'llama', messages: [], tools: [readTool] });
// model: stagehand call model="gpt-x"
const page = new Stagehand().agent({ model: 'gpt-x' });
// model: http call tools=[./tools.writeTool] model="claude-x" system=SYSTEM
await fetch('https://api.anthropic.com/v1/messages', { method: 'POST', body: JSON.stringify({ model: 'claude-x', system: SYSTEM, messages: [], tools: [writeTool] }) });
await fetch('/api/chat', { method: 'POST', body: JSON.stringify({ messages: [] }) });
// model: http call model="llama"
await fetch('http://localhost:11434/api/chat', { method: 'POST', body: JSON.stringify({ model: 'llama', messages: [] }) });
await fetch('https://example.org/items', { method: 'POST' });
await twilio.messages.create({ body: 'Hi', to: '+1' });
// model: vscode call
const answer = await models[0].sendRequest([vscode.LanguageModelChatMessage.User('Hi')], {});
