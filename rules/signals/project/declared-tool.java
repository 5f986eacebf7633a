import dev.langchain4j.agent.tool.Tool;

class Shelf {
  @Tool("Finds a book") // expect: declared-tool
  String find(String title) { return search(title); }

  String other(String title) { return title; } // ok: declared-tool
}
