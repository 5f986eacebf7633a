const limiter = new RateLimiter(5); // expect: rate-limit
const list = new Lister(5); // ok: rate-limit

desk.handleRateLimit(answer); // ok: rate-limit
