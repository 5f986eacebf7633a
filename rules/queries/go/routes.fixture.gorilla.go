package main

import "github.com/gorilla/mux"

func routes() {
	r := mux.NewRouter()
	r.Use(signedIn)
	// route: gorilla http post "/run" ->run in routes around=[signedIn]
	r.HandleFunc("/run", run).Methods("POST")
}
