public class Desk {
  string token = Environment.GetEnvironmentVariable("SHELF_API_KEY"); // expect: environment-credential
  string mode = Environment.GetEnvironmentVariable("SHELF_MODE"); // ok: environment-credential
}
