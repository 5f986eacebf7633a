fun run(command: String) {
    ProcessBuilder("sh", "-c", command).start() // expect: shell-string-execution
    ProcessBuilder("git", "status").start() // ok: shell-string-execution
}
