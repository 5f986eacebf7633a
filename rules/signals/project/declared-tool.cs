public class Shelf {
  [McpServerTool, Description("Finds a book")] // expect: declared-tool
  public string Find(string title) { return Search(title); }

  public string Other(string title) { return title; } // ok: declared-tool
}
