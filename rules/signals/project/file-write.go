package keep

import "os"

func keep(path string, text []byte) {
	os.WriteFile(path, text, 0o600) // expect: file-write
	os.ReadFile(path)               // ok: file-write
}
