public class Loader {
  public async Task Load(string url) {
    var page = await http.GetStringAsync(url); // expect: network-request
    shelf.Get(url); // ok: network-request
  }
}
