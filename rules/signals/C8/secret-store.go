package vault

import (
	"fmt"

	"github.com/zalando/go-keyring" // expect: secret-store
)

func load() {
	keyring.Get("demo", "me") // expect: secret-store
	fmt.Println("demo") // ok: secret-store
}
