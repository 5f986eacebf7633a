fun stop(process: Process) {
    process.toHandle().descendants().forEach { it.destroy() } // expect: process-tree-kill
    process.destroy() // ok: process-tree-kill
}
