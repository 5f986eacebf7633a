class Desk {
    void open(Client client) {
        client.setReplyTimeout(30); // expect: timeout-word
        client.setWidth(80); // ok: timeout-word
    }
}
