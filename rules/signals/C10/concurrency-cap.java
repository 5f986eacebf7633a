class Desk {
  void run() {
    var pool = Executors.newFixedThreadPool(4); // expect: concurrency-cap
    var other = Executors.newCachedThreadPool(); // ok: concurrency-cap
  }
}
