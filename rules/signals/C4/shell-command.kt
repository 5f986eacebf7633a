fun run(command: String) {
    ProcessBuilder("sh", "-c", command).start() // expect: shell-command
    ProcessBuilder("git", "status").start() // ok: shell-command
}
