package demo

import "os"

func wipe(p string) error {
	_, _ = os.Stat(p)      // ok: destructive-operation
	return os.RemoveAll(p) // expect: destructive-operation
}

func render(tempPath string, target string) error {
	if err := write(tempPath); err != nil {
		os.Remove(tempPath) // ok: destructive-operation
		return err
	}
	return os.Rename(tempPath, target)
}
