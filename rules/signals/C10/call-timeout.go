package run

import (
	"context"
	"net/http"
	"time"
)

func load(parent context.Context) {
	ctx, stop := context.WithTimeout(parent, time.Minute) // expect: call-timeout
	defer stop()
	client := &http.Client{Timeout: time.Second} // expect: call-timeout
	other := context.WithValue(ctx, 1, client) // ok: call-timeout
	_ = other
}

func stopServer(server *http.Server) {
	ctx, stop := context.WithTimeout(context.Background(), time.Minute) // ok: call-timeout
	defer stop()
	_ = server.Shutdown(ctx)
}

func tune(server *Server) {
	server.ReadTimeout = 20 * time.Second // expect: call-timeout
	server.Name = "tools"                 // ok: call-timeout
}

func note(info *Info, flag int32) {
	info.Timeout = flag == 1 // ok: call-timeout
}
