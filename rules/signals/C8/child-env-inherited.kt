fun bare() = ProcessBuilder("git").start() // expect: child-env-inherited

fun clean() {
    val builder = ProcessBuilder("git") // ok: child-env-inherited
    builder.environment().clear()
}
