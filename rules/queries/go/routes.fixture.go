package main

import (
	"net/http"

	"github.com/gin-gonic/gin"
)

func routes(r *gin.Engine) {
	// route: gin http get "/open" ->open in routes
	r.GET("/open", open)
	api := r.Group("/api", signedIn())
	api.Use(limited)
	// route: gin http post "/run" ->run in routes around=[audited, limited, signedIn]
	api.POST("/run", audited, run)
}

func plain() {
	// route: net-http http "/a" ->a in plain
	http.HandleFunc("/a", a)
	// route: net-http http post "/b" ->b in plain around=[protect]
	http.Handle("POST /b", protect(b))
}
