package main

import "github.com/go-chi/chi/v5"

func routes(r chi.Router) {
	// route: chi http get "/open" ->open in routes
	r.Get("/open", open)
	// route: chi http post "/run" ->run in routes around=[signedIn]
	r.With(signedIn).Post("/run", run)
	r.Group(func(r chi.Router) {
		r.Use(onlyAdmins)
		// route: chi http delete "/all" ->purge in routes around=[onlyAdmins]
		r.Delete("/all", purge)
	})
	// route: chi http get "/late" ->late in routes
	r.Get("/late", late)
}
