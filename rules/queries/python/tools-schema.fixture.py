from openai import OpenAI

client = OpenAI()
NAME = "search"
MODEL = "gpt-x"

TOOLS = [
    # tool: openai-schema search(query: string!, sort?: enum, filters?: object, pages?: array!) described in TOOLS bound
    {
        "type": "function",
        "function": {
            "name": NAME,
            "description": "Searches",
            "parameters": {
                "type": "object",
                "properties": {
                    "query": {"type": "string", "maxLength": 100},
                    "sort": {"type": "string", "enum": ["new", "old"]},
                    "filters": {"type": "object", "properties": {}},
                    "pages": {"type": "array", "items": {"type": "integer"}, "maxItems": 3},
                },
                "required": ["query"],
            },
        },
    },
    # tool: openai-schema flat(ok?: boolean) in TOOLS bound
    {"type": "function", "name": "flat", "parameters": {"type": "object", "properties": {"ok": {"type": "boolean"}}}},
]

CLAUDE = [
    # tool: anthropic-schema bash(command: string) described in CLAUDE
    {
        "name": "bash",
        "description": "Runs a command",
        "input_schema": {"type": "object", "properties": {"command": {"type": "string"}}, "required": ["command"]},
    }
]

# tool: mcp listed(a?: string) described
LISTED = {"name": "listed", "description": "d", "inputSchema": {"type": "object", "properties": {"a": {"type": ["string", "null"]}}}}

# tool: openai-schema declared(n?: number!) described
DECLARED = {"name": "declared", "description": "d", "parameters": {"type": "object", "properties": {"n": {"type": "number", "minimum": 0}}}}

NO_TOOLS = [
    {"name": "no tool", "parameters": 3},
    {"type": "function", "id": "call_1", "function": {"name": "a call", "arguments": "{}"}},
]

# tool: openai-schema paired(n?: number) ->run_paired body described in PAIRS
PAIRS = [({"name": "paired", "description": "d", "parameters": {"type": "object", "properties": {"n": {"type": "number"}}}}, run_paired)]


def run_paired(n):
    return n


def copies(tools):
    """What describes another declaration is no tool."""
    return [{"type": "function", "function": {"name": tool.name, "description": tool.description, "parameters": {}}} for tool in tools]


def ask(messages):
    # model: openai call in ask tools=[TOOLS] model=MODEL
    return client.chat.completions.create(model=MODEL, messages=messages, tools=TOOLS)
