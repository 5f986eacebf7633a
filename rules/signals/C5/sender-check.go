package demo

import "crypto/hmac"

func verify(a, b []byte) bool {
	measure(a, b)           // ok: sender-check
	return hmac.Equal(a, b) // expect: sender-check
}
