export function keep(db: Db, book: string) {
  db.run("INSERT INTO messages (book) VALUES (?)", book); // expect: record-insert
  db.run("INSERT INTO books (title) VALUES (?)", book); // ok: record-insert
}
