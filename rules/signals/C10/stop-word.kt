fun leave(child: Process) {
    child.destroyForcibly() // expect: stop-word
    child.isAlive() // ok: stop-word
}
