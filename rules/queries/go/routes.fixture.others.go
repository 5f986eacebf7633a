package main

import (
	"github.com/bwmarrin/discordgo"
	"github.com/labstack/echo/v4"
	"github.com/nats-io/nats.go"
	"github.com/rabbitmq/amqp091-go"
	"github.com/robfig/cron/v3"
)

func routes(e *echo.Echo) {
	// route: echo http get "/a" ->a in routes around=[signedIn]
	e.GET("/a", a, signedIn)
	// route: nats queue "jobs" ->work in routes
	conn.Subscribe("jobs", work)
	// route: amqp queue "jobs" in routes
	channel.Consume("jobs", "", true, false, false, false, nil)
	// route: robfig-cron schedule "@daily" ->nightly in routes
	cron.New().AddFunc("@daily", nightly)
	// route: discord event ->heard in routes
	session.AddHandler(heard)
}
