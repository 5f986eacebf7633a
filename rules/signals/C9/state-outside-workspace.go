package store

import "os"

func base() {
	os.UserHomeDir() // expect: state-outside-workspace
	os.Getwd() // ok: state-outside-workspace
}
