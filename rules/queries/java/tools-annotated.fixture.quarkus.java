package desk;

import io.quarkiverse.mcp.server.Tool;

class Shelf {
  // tool: mcp find(title: string) ->find body readOnlyHint=true described bound
  @Tool(description = "Finds a book", annotations = @Tool.Annotations(readOnlyHint = true))
  String find(String title) {
    return search(title);
  }
}
