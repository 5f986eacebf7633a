package desk

import "net/http"

func serve() {
	http.ListenAndServe(":80", nil) // expect: server-object
	http.Get("http://example.org") // ok: server-object
}
