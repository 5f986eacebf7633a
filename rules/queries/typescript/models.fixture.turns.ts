import Anthropic from '@anthropic-ai/sdk';
import { ToolMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import OpenAI from 'openai';

const client = new OpenAI();
const claude = new Anthropic();

class Session {
  private messages = [];

  async results(signal: AbortSignal) {
    // loop: endless in results asks
    while (true) {
      // model: openai call in results loop model="gpt-x" appends=[reply, tool<-this.execute] stops=[passed signal, tested signal.aborted]
      const reply = await client.chat.completions.create({ model: 'gpt-x', messages: this.messages }, { signal });
      if (signal.aborted) return;
      const message = reply.choices[0].message;
      this.messages.push(message);
      for (const call of message.tool_calls) {
        const output = await this.execute(call);
        this.messages.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(output) });
      }
      if (reply.choices[0].finish_reason === 'stop') break;
    }
  }

  async wrapped(messages) {
    // loop: bounded in wrapped limit=6 asks
    for (let step = 0; step < 6; step++) {
      // model: anthropic call in wrapped loop bound=6 model="claude-x" appends=[reply, tool<-fetchPage in "<page>"]
      const reply = await claude.messages.create({ model: 'claude-x', max_tokens: 10, messages });
      messages.push({ role: 'assistant', content: reply.content });
      const results = await Promise.all(
        reply.content.map(async (block) => {
          const page = await fetchPage(block);
          return { type: 'tool_result', tool_use_id: block.id, content: `<page>${page}</page>` };
        }),
      );
      messages.push({ role: 'user', content: results });
    }
  }

  async marked(messages) {
    const model = new ChatOpenAI({ model: 'gpt-x' });
    try {
      // model: langchain call in marked appends=[reply, tool<-search in wrapUntrusted] stops=[caught AbortError]
      const reply = await model.invoke(messages);
      messages = [...messages, reply, new ToolMessage({ content: wrapUntrusted(await search(reply)), tool_call_id: '1' })];
    } catch (error) {
      if (error.name === 'AbortError') return;
      throw error;
    }
  }

  async user(history) {
    // model: openai call in user model="gpt-x" appends=[user<-prompt in "The user says:"]
    await client.responses.create({ model: 'gpt-x', input: history });
    history.push({ role: 'user', content: 'The user says: ' + prompt() });
  }
}

async function loops(items, queue) {
  // loop: bounded in loops
  for (const item of items) use(item);
  // loop: unknown in loops
  for await (const item of queue) use(item);
  // loop: endless in loops
  for (;;) {
    await queue.next();
  }
}
