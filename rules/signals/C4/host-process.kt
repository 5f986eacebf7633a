val started = ProcessBuilder(parts).start() // expect: host-process
val built = PageBuilder(parts).start() // ok: host-process
