import asyncio

gate = asyncio.Semaphore(4)  # expect: concurrency-cap
lock = asyncio.Lock()  # ok: concurrency-cap
MAX_CONCURRENT_RUNS = 3  # expect: concurrency-cap
