package web

import "golang.org/x/time/rate"

var limiter = rate.NewLimiter(2, 5) // expect: rate-limit
var size = rate.Every(3) // ok: rate-limit

func parseRateLimit(text string) int { return len(text) }

var read = parseRateLimit("4:2") // ok: rate-limit

type Loan struct{}

func (l *Loan) IsSetRateLimit() bool { return true }

var set = (&Loan{}).IsSetRateLimit() // ok: rate-limit
