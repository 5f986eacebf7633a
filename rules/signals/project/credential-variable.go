package load

import "os"

func load() (string, string) {
	a := os.Getenv("DEMO_TOKEN") // expect: credential-variable
	b := os.Getenv("DEMO_PAGE")  // ok: credential-variable
	return a, b
}
