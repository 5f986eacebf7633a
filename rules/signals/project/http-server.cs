var builder = WebApplication.CreateBuilder(args); // expect: http-server
var shelf = Shelf.Create(args); // ok: http-server
