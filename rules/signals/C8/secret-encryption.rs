use aes_gcm::{Aes256Gcm, KeyInit};

fn seal(key: &[u8]) -> Aes256Gcm {
    Aes256Gcm::new_from_slice(key).unwrap() // expect: secret-encryption
}

fn shelf(key: &[u8]) -> Shelf {
    Shelf::new_from_slice(key) // ok: secret-encryption
}
