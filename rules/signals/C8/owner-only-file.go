package store

import "os"

func save(b []byte) {
	os.WriteFile("a", b, 0600) // expect: owner-only-file
	os.WriteFile("a", b, 0644) // ok: owner-only-file
}
