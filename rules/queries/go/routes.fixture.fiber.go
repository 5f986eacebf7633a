package main

import "github.com/gofiber/fiber/v2"

func routes(app *fiber.App) {
	// route: fiber http get "/a" ->a in routes around=[signedIn]
	app.Get("/a", signedIn, a)
}
