fn key() {
    keyring::Entry::new("agent", "key"); // expect: secret-store
    cache::Entry::new("agent", "key"); // ok: secret-store
}
