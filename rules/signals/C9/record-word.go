package desk

func SaveEvent(row Row) { // expect: record-word
	shelf.Open(row) // ok: record-word
}
