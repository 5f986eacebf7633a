import org.slf4j.LoggerFactory

class Desk {
    private val log: org.slf4j.Logger = LoggerFactory.getLogger("desk")
    fun run(toolName: String, shelf: String) {
        log.info("called {}", toolName) // expect: action-log
        log.info("opened {}", shelf) // ok: action-log
    }
}
