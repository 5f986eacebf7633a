import java.sql.DriverManager;

class Store {
  void open() throws Exception {
    DriverManager.getConnection("jdbc:sqlite:desk.db"); // expect: local-store
    shelf.getConnection("a"); // ok: local-store
  }
}
