package desk;

import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.Tool;

class Shelf {
  void serve() {
    var schema = "{}";
    // tool: mcp find(title: string, limit?: number!) described
    var find = new Tool("find", "Finds a book", """
        {"type": "object", "properties": {"title": {"type": "string"}, "limit": {"type": "integer", "maximum": 9}}, "required": ["title"]}
        """);
    var other = new Shelf("find", "no tool");
  }
}
