import java.sql.DriverManager;

class Store {
  void open() throws Exception {
    DriverManager.getConnection("jdbc:sqlite:desk.db"); // expect: state-database
    shelf.getConnection("a"); // ok: state-database
  }
}
