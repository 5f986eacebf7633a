public class Store {
  public void Open() {
    var db = new SqliteConnection("Data Source=desk.db"); // expect: local-store
    var shelf = new ShelfConnection("a"); // ok: local-store
  }
}
