var app = WebApplication.CreateBuilder(args).Build();
// route: aspnet http get "/books" ->Books
app.MapGet("/books", Books);
// route: aspnet socket "/mcp"
app.MapMcp("/mcp");

public class Desk : ControllerBase {
  // route: aspnet http post "orders" ->Order in Order
  [HttpPost("orders")]
  public IActionResult Order(Order order) => Ok();
}
