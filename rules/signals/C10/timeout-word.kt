fun open(client: Desk) {
    client.setReplyTimeout(30) // expect: timeout-word
    client.setWidth(80) // ok: timeout-word
}
