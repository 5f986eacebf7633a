package shelf

func step(d Desk, book string) {
	d.Lend(book)
	d.SaveSession(book) // expect: record-save
	d.SaveBook(book)    // ok: record-save
}
