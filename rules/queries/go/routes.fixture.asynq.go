package main

import "github.com/hibiken/asynq"

func routes(mux *asynq.ServeMux) {
	// route: asynq queue "job" ->work in routes
	mux.HandleFunc("job", work)
}
