import org.slf4j.LoggerFactory

class Desk {
    private val log: org.slf4j.Logger = LoggerFactory.getLogger("desk")
    fun run() {
        log.info("called") // expect: log-call
        shelf.note("called") // ok: log-call
    }
}
