fun open() {
    DriverManager.getConnection("jdbc:sqlite:desk.db") // expect: local-store
    shelf.getConnection("a") // ok: local-store
}
