class Desk {
    void saveEvent(Row row) { // expect: record-word
        shelf.open(row); // ok: record-word
    }
}
