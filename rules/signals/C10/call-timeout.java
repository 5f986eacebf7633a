import java.util.concurrent.TimeUnit;

class Desk {
  void run(Process process) throws Exception {
    process.waitFor(5, TimeUnit.SECONDS); // expect: call-timeout
    process.waitFor(); // ok: call-timeout
  }
}
