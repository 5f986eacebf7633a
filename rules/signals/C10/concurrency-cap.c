void run(void) {
  sem_init(&slots, 0, 4); // expect: concurrency-cap
  start_book(4); // ok: concurrency-cap
}
