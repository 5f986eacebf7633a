use super::{expect, facts, tools};
use crate::syntax::Language::{Go, Python, TypeScript};

#[test]
fn decorated_functions() {
    let text = |import: &str, decorator: &str| {
        format!(
            "{import}\n{decorator}\ndef read_file(path: str, limit: int = 3) -> str:\n    \"\"\"Reads.\"\"\"\n    return open(path).read()\n"
        )
    };
    for (import, decorator, expected) in [
        (
            "from langchain_core.tools import tool",
            "@tool",
            "2-5 langchain read_file(path, limit) ->read_file 3-5 described",
        ),
        (
            "from langchain.tools import tool",
            "@tool('fs_read')",
            "2-5 langchain fs_read(path, limit) ->read_file 3-5 described",
        ),
        (
            "from crewai.tools import tool",
            "@tool('Read a file')",
            "2-5 crewai Read a file(path, limit) ->read_file 3-5 described",
        ),
        (
            "from agents import function_tool",
            "@function_tool(needs_approval=True, name_override='rf')",
            "2-5 openai-agents rf(path, limit) ->read_file 3-5 approval=true described",
        ),
        (
            "from claude_agent_sdk import tool",
            "@tool('rf', 'Reads', {'path': str})",
            "2-5 claude-agent-sdk rf(path) ->read_file 3-5 described",
        ),
        ("from smolagents import tool", "@tool", "2-5 smolagents read_file(path, limit) ->read_file 3-5 described"),
        (
            "from agno.tools import tool",
            "@tool(requires_confirmation=True)",
            "2-5 agno read_file(path, limit) ->read_file 3-5 approval=true described",
        ),
        (
            "from semantic_kernel.functions import kernel_function",
            "@kernel_function(name='rf', description='d')",
            "2-5 semantic-kernel rf(path, limit) ->read_file 3-5 described",
        ),
        ("from strands import tool", "@tool", "2-5 strands read_file(path, limit) ->read_file 3-5 described"),
        ("from haystack.tools import tool", "@tool", "2-5 haystack read_file(path, limit) ->read_file 3-5 described"),
        (
            "from pydantic_ai import Agent",
            "@agent.tool",
            "2-5 pydantic-ai read_file(path, limit) ->read_file 3-5 described",
        ),
        (
            "from pydantic_ai import Agent",
            "@bot.tool_plain(requires_approval=True)",
            "2-5 pydantic-ai read_file(path, limit) ->read_file 3-5 approval=true described",
        ),
        (
            "from mcp.server.fastmcp import FastMCP",
            "@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True, openWorldHint=False))",
            "2-5 mcp read_file(path, limit) ->read_file 3-5 readOnlyHint=true openWorldHint=false described",
        ),
        (
            "from fastmcp import FastMCP",
            "@app.tool(name='rf', annotations={'readOnlyHint': True})",
            "2-5 mcp rf(path, limit) ->read_file 3-5 readOnlyHint=true described",
        ),
        ("from .server import mcp", "@mcp.tool()", "2-5 mcp read_file(path, limit) ->read_file 3-5 described"),
        (
            "import x",
            "@user_proxy.register_for_execution()",
            "2-5 autogen read_file(path, limit) ->read_file 3-5 described",
        ),
        (
            "from .registry import register_tool",
            "@register_tool",
            "2-5 registry read_file(path, limit) ->read_file 3-5 described",
        ),
    ] {
        expect(tools(&facts(Python, &text(import, decorator))), &[expected]);
    }
    for (import, decorator) in
        [("import x", "@cache"), ("import pytest", "@pytest.fixture"), ("from x import y", "@y.tools")]
    {
        expect(tools(&facts(Python, &text(import, decorator))), &[]);
    }
}

#[test]
fn constructed_tools() {
    expect(
        tools(&facts(
            Python,
            "\
from langchain_core.tools import StructuredTool, Tool
from llama_index.core.tools import FunctionTool
from google.adk.tools import FunctionTool as AdkTool
import mcp.types as types
class Args(BaseModel):
    path: str
    mode: str = 'r'
def read(path): return path
def write(path, text):
    return 1
a = StructuredTool.from_function(func=read, name='read', description='d', args_schema=Args)
b = Tool(name='w', func=write, description='d')
c = FunctionTool.from_defaults(fn=write)
d = AdkTool(func=write, require_confirmation=True)
e = types.Tool(name='e', description='d', inputSchema={'type': 'object', 'properties': {'q': {'type': 'string'}}})
",
        )),
        &[
            "11-11 langchain read(path, mode) ->read 8-8 described",
            "12-12 langchain w(path, text) ->write 9-10 described",
            "15-15 mcp e(q) described",
        ],
    );
}

#[test]
fn schemas_in_python() {
    expect(
        tools(&facts(
            Python,
            "\
NAME = 'search'
TOOLS = [
    {'type': 'function', 'function': {'name': NAME, 'description': 'd',
      'parameters': {'type': 'object', 'properties': {'query': {'type': 'string', 'description': 'x'}, 'n': {}}}}},
    {'type': 'function', 'name': 'flat', 'parameters': {'type': 'object', 'properties': {'a': {}}}},
    {'name': 'bash', 'description': 'd', 'input_schema': {'type': 'object', 'properties': {'command': {}}}},
    {'name': 'decl', 'description': 'd', 'parameters': {'type': 'object', 'properties': {'b': {}}}},
    {'name': 'not a tool', 'parameters': 3},
    {'type': 'function', 'id': 'call_1', 'function': {'name': 'a call', 'arguments': '{}'}},
    {'type': 'function', 'function': {'name': 'a_choice'}},
]
",
        )),
        &[
            "3-4 openai-schema search(query, n) described",
            "5-5 openai-schema flat(a)",
            "6-6 anthropic-schema bash(command) described",
            "7-7 openai-schema decl(b) described",
        ],
    );
}

#[test]
fn classes_in_python() {
    expect(
        tools(&facts(
            Python,
            "\
from langchain_core.tools import BaseTool
from smolagents import Tool
class ShellTool(BaseTool):
    name: str = 'shell'
    description: str = 'Runs'
    args_schema: Type[BaseModel] = ShellInput
    def _run(self, command: str, timeout: int = 3):
        return run(command)

class Visit(Tool):
    name = 'visit'
    description = 'd'
    inputs = {'url': {'type': 'string'}}
    def forward(self, url): ...

class DeleteTool:
    requires_confirmation = True
    @property
    def name(self): return 'delete'
    @property
    def description(self): return 'd'
    async def execute(self, path, force=False): ...

class SearchTool(MyBaseTool):
    def __init__(self):
        super().__init__(name='search', description='d')
    def run(self, q): ...

class Hammer: ...
class BrokenTool: ...
",
        )),
        &[
            "3-8 langchain shell(command, timeout) ->_run 7-8 described",
            "10-14 smolagents visit(url) ->forward 14-14 described",
            "16-22 registry delete(path, force) ->execute 22-22 approval=true described",
            "24-27 registry search(q) ->run 27-27 described",
        ],
    );
}

#[test]
fn functions_in_the_tools_of_an_agent() {
    expect(
        tools(&facts(
            Python,
            "\
from google.adk.agents import Agent
from agno.tools import Toolkit
def weather(city): ...
def other(): ...
agent = Agent(name='a', tools=[weather, imported])
class Files(Toolkit):
    def __init__(self):
        super().__init__(name='files')
        self.register(self.save)
    def save(self, path): ...
",
        )),
        &["5-5 google-adk weather(city) ->weather 3-3", "9-9 agno save(path) ->self.save 10-10"],
    );
}

#[test]
fn mcp_in_typescript() {
    expect(
        tools(&facts(
            TypeScript,
            "\
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
server.tool('add', { a: z.number(), b: z.number() }, async ({ a, b }) => run(a));
server.tool('ping', 'Pings', async () => 1);
server.registerTool('read', { title: 'R', description: 'd', inputSchema: { path: z.string() },
  annotations: { readOnlyHint: true, destructiveHint: false } }, handleRead);
app.tool('x', 'd', schema.shape, { readOnlyHint: true }, handle);
server.addTool({ name: 'fast', description: 'd', parameters: z.object({ q: z.string() }), execute: async (args) => 1 });
const TOOLS = [
  { name: 'list', description: 'd', inputSchema: { type: 'object', properties: { dir: { type: 'string' } } } },
  { name: LIST, description: 'd', 'inputSchema': zodToJsonSchema(ListArgs) },
];
const LIST = 'listed';
const ListArgs = z.object({ deep: z.boolean() }).strict();
async function handleRead(args) { return 1; }
",
        )),
        &[
            "2-2 mcp add(a, b) 2-2",
            "3-3 mcp ping() 3-3 described",
            "4-5 mcp read(path) ->handleRead 14-14 readOnlyHint=true destructiveHint=false described",
            "6-6 mcp x() ->handle readOnlyHint=true described",
            "7-7 mcp fast(q) ->execute 7-7 described",
            "9-9 mcp list(dir) described",
            "10-10 mcp listed(deep) described",
        ],
    );
}

#[test]
fn frameworks_in_typescript() {
    expect(
        tools(&facts(
            TypeScript,
            "\
import { tool } from 'ai';
import { createTool } from '@mastra/core/tools';
import { tool as lc, StructuredTool } from '@langchain/core/tools';
import { tool as oa } from '@openai/agents';
import { tool as claude } from '@anthropic-ai/claude-agent-sdk';
const tools = {
  weather: tool({ description: 'd', inputSchema: z.object({ city: z.string() }), execute: async ({ city }) => get(city) }),
};
export const save = tool({ description: 'd', parameters: z.object({ p: z.string() }), needsApproval: true });
export const m = createTool({ id: 'mastra-x', description: 'd', inputSchema: z.object({ u: z.string() }), execute: run });
const l = lc(async ({ q }) => q, { name: 'search', description: 'd', schema: z.object({ q: z.string() }) });
const o = oa({ name: 'del', description: 'd', parameters: z.object({ id: z.string() }), needsApproval: async () => true, execute: fn });
const c = claude('sdk', 'd', { x: z.string() }, async (args) => 1);
class Shell extends StructuredTool { name = 'shell'; description = 'd'; schema = z.object({ cmd: z.string() }); async _call({ cmd }) { return run(cmd); } }
class ReadTool { readonly name = 'read'; description = 'd'; async execute(path: string) { return 1; } }
const defs = [{ type: 'function', function: { name: 'f', description: 'd', parameters: { type: 'object', properties: { a: {} } } } },
  { name: 'anth', description: 'd', input_schema: { type: 'object', properties: { b: {} } } }];
const own = { name: 'own', description: 'd', parameters: S, execute: async (a) => 1 };
",
        )),
        &[
            "7-7 vercel-ai weather(city) ->execute 7-7 described",
            "9-9 vercel-ai save(p) approval=true described",
            "10-10 mastra mastra-x(u) ->run described",
            "11-11 langchain search(q) 11-11 described",
            "12-12 openai-agents del(id) ->fn approval=<async () => true> described",
            "13-13 claude-agent-sdk sdk(x) 13-13 described",
            "14-14 langchain shell(cmd) ->_call 14-14 described",
            "15-15 registry read(path) ->execute 15-15 described",
            "16-16 openai-schema f(a) described",
            "17-17 anthropic-schema anth(b) described",
            "18-18 registry own(a) ->execute 18-18 described",
        ],
    );
}

#[test]
fn frameworks_in_go() {
    expect(
        tools(&facts(
            Go,
            "\
package main
import (
\t\"github.com/mark3labs/mcp-go/mcp\"
\tsdk \"github.com/modelcontextprotocol/go-sdk/mcp\"
\topenai \"github.com/sashabaranov/go-openai\"
)
func main() {
\ts.AddTool(mcp.NewTool(\"list\", mcp.WithDescription(\"d\"),
\t\tmcp.WithString(\"path\", mcp.Required()), mcp.WithReadOnlyHintAnnotation(true)), handleList)
\tdel := mcp.NewTool(\"delete\", mcp.WithString(\"id\"))
\tsdk.AddTool(server, &sdk.Tool{Name: \"greet\", Description: \"d\", Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true}}, greet)
\tf := openai.FunctionDefinition{Name: \"f\", Description: \"d\", Parameters: map[string]any{\"type\": \"object\", \"properties\": map[string]any{\"q\": 1}}}
}
func handleList(ctx context.Context) error { return nil }
func greet(ctx context.Context, in Args) error { return nil }
type Shell struct{}
func (s *Shell) Name() string { return \"shell\" }
func (s *Shell) Description() string { return \"d\" }
func (s *Shell) Execute(ctx context.Context, cmd string) error {
\treturn nil
}
func (s Other) Name() string { return \"no tool\" }
",
        )),
        &[
            "8-9 mcp list(path) ->handleList 14-14 readOnlyHint=true described",
            "10-10 mcp delete(id)",
            "11-11 mcp greet(ctx, in) ->greet 15-15 readOnlyHint=true described",
            "12-12 openai-schema f(q) described",
            "17-17 registry shell(ctx, cmd) ->Execute 19-21 described",
        ],
    );
}
