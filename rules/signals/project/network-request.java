import java.net.http.HttpClient;

class Loader {
  void load() throws Exception {
    HttpClient client = HttpClient.newHttpClient(); // expect: network-request
    shelf.get("a"); // ok: network-request
  }
}
