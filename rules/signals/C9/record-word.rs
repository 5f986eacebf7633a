fn save_event(row: Row) { // expect: record-word
    shelf.open(row); // ok: record-word
}
