package shelf

func keep(db DB, book string) {
	db.Exec("INSERT INTO session_events (book) VALUES (?)", book) // expect: record-insert
	db.Exec("INSERT INTO books (title) VALUES (?)", book)         // ok: record-insert
}
