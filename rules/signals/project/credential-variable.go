package load

import "os"

const ServiceToken = "DEMO_SERVICE_TOKEN" // expect: credential-variable

func load() (string, string) {
	a := os.Getenv("DEMO_TOKEN") // expect: credential-variable
	b := os.Getenv("DEMO_PAGE")  // ok: credential-variable
	return a, b
}
