use tokio::sync::Semaphore;

fn bound() -> Semaphore {
    Semaphore::new(4) // expect: concurrency-cap
}

fn free() -> Vec<u8> {
    Vec::new() // ok: concurrency-cap
}
