use diesel::SqliteConnection;

fn open() {
    SqliteConnection::establish("agent.db"); // expect: state-database
    Window::establish("agent"); // ok: state-database
}
