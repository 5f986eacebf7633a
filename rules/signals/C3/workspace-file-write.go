package demo

import "os"

func save(p string, b []byte) error {
	_, _ = os.ReadFile(p)           // ok: workspace-file-write
	return os.WriteFile(p, b, 0600) // expect: workspace-file-write
}
