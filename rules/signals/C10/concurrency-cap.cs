public class Desk {
  SemaphoreSlim slots = new SemaphoreSlim(4); // expect: concurrency-cap
  Shelf shelf = new Shelf(4); // ok: concurrency-cap
}
