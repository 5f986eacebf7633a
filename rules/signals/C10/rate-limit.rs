use governor::RateLimiter;

fn limiter() {
    RateLimiter::direct(quota()); // expect: rate-limit
    quota(); // ok: rate-limit
}
