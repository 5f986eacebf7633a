package web

import (
	"context"
	"net/http"
	"time"
)

func load(u string) {
	http.Get(u) // expect: request-without-timeout
	http.NewRequest("GET", u, nil) // ok: request-without-timeout
}

func send(request *http.Request) {
	http.DefaultClient.Do(request) // expect: request-without-timeout
}

func sendInTime(request *http.Request) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	http.DefaultClient.Do(request.WithContext(ctx)) // ok: request-without-timeout
}
