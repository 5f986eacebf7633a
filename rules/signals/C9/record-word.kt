fun saveEvent(row: Row) { // expect: record-word
    shelf.open(row) // ok: record-word
}
