package config

import (
	"cmp"
	"os"
)

// setting: environment port = null
var port = os.Getenv("PORT")

func load() {
	// setting: environment token = null
	token, ok := os.LookupEnv("TOKEN")
	// setting: environment mode = "safe"
	mode := getEnv("MODE", "safe")
	// setting: environment workers = 4
	workers := envInt("WORKERS", 4)
	// setting: environment region = "eu"
	region := cmp.Or(os.Getenv("REGION"), "eu")
}
