fun run(tool: String) {
    ProcessBuilder("git", "status").start() // expect: helper-process
    ProcessBuilder(tool).start() // ok: helper-process
}
