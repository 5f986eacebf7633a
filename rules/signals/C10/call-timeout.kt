import java.util.concurrent.TimeUnit

suspend fun run(process: Process) {
    process.waitFor(5, TimeUnit.SECONDS) // expect: call-timeout
    withTimeout(5000) { load() } // expect: call-timeout
    process.waitFor() // ok: call-timeout
}
