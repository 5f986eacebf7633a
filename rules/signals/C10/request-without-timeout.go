package web

import "net/http"

func load(u string) {
	http.Get(u) // expect: request-without-timeout
	http.NewRequest("GET", u, nil) // ok: request-without-timeout
}
