package demo

import "net/http"

func page(url string) (*http.Response, error) {
	measure(url)         // ok: content-reader
	return http.Get(url) // expect: content-reader
}
