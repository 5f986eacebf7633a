package desk;

import io.modelcontextprotocol.server.McpServer;

class Desk {
  void serve() {
    // model: mcp serve in serve
    var server = McpServer.sync(transport).tools(find).build();
  }
}
