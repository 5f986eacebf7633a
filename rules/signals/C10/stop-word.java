class Desk {
    void leave(Process child) {
        child.destroyForcibly(); // expect: stop-word
        child.isAlive(); // ok: stop-word
    }
}
