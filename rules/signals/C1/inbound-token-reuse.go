package demo

import "net/http"

func tokenOf(r *http.Request) (string, string) {
	value := r.Header.Get("Authorization") // expect: inbound-token-reuse
	kind := r.Header.Get("Content-Type")   // ok: inbound-token-reuse
	return value, kind
}
