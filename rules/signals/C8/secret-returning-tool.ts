import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';

const server = new McpServer({ name: 'demo', version: '1' });
server.tool('reveal_password', 'Show it', {}, async () => ({ content: [] })); // expect: secret-returning-tool
server.tool('get_weather', 'Show it', {}, async () => ({ content: [] })); // ok: secret-returning-tool
