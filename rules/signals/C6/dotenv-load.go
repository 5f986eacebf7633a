package conf

import "github.com/joho/godotenv"

func load() {
	godotenv.Load() // expect: dotenv-load
	godotenv.Parse(nil) // ok: dotenv-load
}
