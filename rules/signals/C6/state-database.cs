public class Store {
  public void Open() {
    var db = new SqliteConnection("Data Source=desk.db"); // expect: state-database
    var shelf = new ShelfConnection("a"); // ok: state-database
  }
}
