package fetch

import (
	"net/http"
	"os"
)

func get(address, target string) {
	http.Get(address)
	os.Chmod(target, 0o755) // expect: downloaded-program
	os.Stat(target)         // ok: downloaded-program
}
