const { ToolLoopAgent } = require('ai');
const { Agent } = require('@mastra/core/agent');

// model: vercel-ai agent tools=[search, makeRead, read] model="gpt-x" system="Short."
const looper = new ToolLoopAgent({ model: 'gpt-x', instructions: 'Short.', tools: { search, read: makeRead() } });

async function main() {
  do {
    // model: vercel-ai call in main loop bound=3
    await looper.generate({ prompt: 'Hi' });
  } while (rounds++ < 3);
}

module.exports = { main };
