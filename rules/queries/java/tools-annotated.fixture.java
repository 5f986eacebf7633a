package desk;

import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;

class Shelf {
  // tool: spring-ai find(title: string, limit: number!) ->find body described
  @Tool(name = "find", description = "Finds " + "a book")
  String find(@ToolParam(description = "its title") String title, @Max(50) int limit, ToolContext context) {
    return search(title, limit);
  }

  String helper(String x) {
    return x;
  }
}
