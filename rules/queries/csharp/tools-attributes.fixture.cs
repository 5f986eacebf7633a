using ModelContextProtocol.Server;
using System.ComponentModel;

[McpServerToolType]
public class Shelf {
  // tool: mcp find(title: string, limit?: number) ->Find body readOnlyHint=true destructiveHint=false described bound
  [McpServerTool(Name = "find", ReadOnly = true, Destructive = false), Description("Finds a book")]
  public static string Find([Description("its title")] string title, int limit = 5, CancellationToken token = default) {
    return Search(title, limit);
  }

  // tool: mcp Count() ->Count body bound
  [McpServerTool]
  public int Count() => books.Count;

  // tool: semantic-kernel lend(title: string) ->Lend body described
  [KernelFunction("lend")]
  [Description("Lends a book")]
  public string Lend(string title) {
    return Hand(title);
  }

  public string Helper(string x) => x;

  public void Make() {
    // tool: extensions-ai Helper(x: string) ->Helper body
    var tool = AIFunctionFactory.Create(Helper);
  }
}
