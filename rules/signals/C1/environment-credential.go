package demo

import "os"

func key() string {
	_ = os.Getenv("REGION") // ok: environment-credential
	return os.Getenv("INVENTORY_TOKEN") // expect: environment-credential
}
