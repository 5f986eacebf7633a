package pool

import "golang.org/x/sync/semaphore"

var gate = semaphore.NewWeighted(3) // expect: concurrency-cap
var name = semaphore.Name() // ok: concurrency-cap
