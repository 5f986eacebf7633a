package breaker

type CircuitBreaker struct{ failures int } // expect: repeat-breaker
type Cutter struct{ failures int } // ok: repeat-breaker
