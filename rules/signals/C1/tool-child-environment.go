package desk

import "os"

func environment() []string {
	return os.Environ() // expect: tool-child-environment
}

func home() string {
	return os.Getenv("HOME") // ok: tool-child-environment
}
