import java.util.logging.FileHandler;

class Desk {
  void run() throws Exception {
    logger.addHandler(new FileHandler("desk.log")); // expect: log-file
    logger.addHandler(console); // ok: log-file
  }
}
