import org.slf4j.Logger;

class Desk {
  private Logger log;
  void run(String toolName, String shelf) {
    log.info("called {}", toolName); // expect: action-log
    log.info("opened {}", shelf); // ok: action-log
  }
}
