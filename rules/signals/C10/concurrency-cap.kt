fun run() {
    val pool = Executors.newFixedThreadPool(4) // expect: concurrency-cap
    val other = Executors.newCachedThreadPool() // ok: concurrency-cap
}
