package desk;

import dev.langchain4j.agent.tool.Tool;

class Shelf {
  // tool: langchain4j find(title: string) ->find body described
  @Tool("Finds a book")
  String find(String title) {
    return search(title);
  }

  // tool: langchain4j count() ->count body
  @Tool
  int count() {
    return books.size();
  }

  // tool: langchain4j give(title: string) ->lend body described
  @Tool(name = "give", value = "Lends a book")
  String lend(String title) {
    return hand(title);
  }
}
