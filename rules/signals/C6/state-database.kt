fun open() {
    DriverManager.getConnection("jdbc:sqlite:desk.db") // expect: state-database
    shelf.getConnection("a") // ok: state-database
}
