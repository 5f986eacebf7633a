package demo

import "os"

func wipe(p string) error {
	_, _ = os.Stat(p)      // ok: destructive-operation
	return os.RemoveAll(p) // expect: destructive-operation
}
