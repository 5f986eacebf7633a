class Desk {
  void stop() {
    workerThread.interrupt(); // expect: cancel-signal
    shelf.close(); // ok: cancel-signal
  }
}
