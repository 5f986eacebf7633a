public class Shelf {
  [McpServerTool(ReadOnly = true), Description("Finds a book")] // expect: tool-behaviour-hint
  public string Find(string title) { return Search(title); }

  [McpServerTool, Description("Lends a book")] // ok: tool-behaviour-hint
  public string Lend(string title) { return Hand(title); }
}
