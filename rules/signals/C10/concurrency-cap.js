const maxConcurrentJobs = 3; // expect: concurrency-cap
const maxAge = 3; // ok: concurrency-cap
