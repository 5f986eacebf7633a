import org.slf4j.Logger;

class Desk {
  private final Logger log = LoggerFactory.getLogger(Desk.class);
  void run() {
    log.info("called"); // expect: log-call
    this.log.error("failed"); // expect: log-call
    shelf.note("called"); // ok: log-call
  }
}
