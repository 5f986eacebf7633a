package store

import "os"

func keep(b []byte) {
	os.WriteFile("a.json", b, 0600) // expect: state-file
	os.ReadFile("a.json") // ok: state-file
}
