fn leave(child: Child) {
    child.kill(); // expect: stop-word
    child.open(); // ok: stop-word
}
