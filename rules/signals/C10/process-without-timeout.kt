fun bare(): String = ProcessBuilder("git", "status").start().inputStream.bufferedReader().readText() // expect: process-without-timeout

fun bounded() {
    val process = ProcessBuilder("git", "status").start() // ok: process-without-timeout
    process.waitFor(5, TimeUnit.SECONDS)
}
