package demo

import "net/http"

func post(url string) (*http.Request, error) {
	show(url)                                   // ok: outbound-channel
	return http.NewRequest("POST", url, nil) // expect: outbound-channel
}
