fun stop(job: Job) {
    currentJob.cancel() // expect: cancel-signal
    shelf.close() // ok: cancel-signal
}
