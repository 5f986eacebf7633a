package demo

import "net/http"

func page(url string) (*http.Response, error) {
	return http.Get(url) // expect: free-destination-request
}

func home() (*http.Response, error) {
	return http.Get("https://api.example.test") // ok: free-destination-request
}
