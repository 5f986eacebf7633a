fun start() {
    ProcessBuilder("claude", "-p", "Tidy up").start() // expect: agent-program
    ProcessBuilder("git", "status").start() // ok: agent-program
}
