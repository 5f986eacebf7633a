package box

import "os"

func runInSandbox() []string {
	return forwarded(os.Args) // expect: program-in-sandbox
}

func version() []string {
	return forwarded(os.Args) // ok: program-in-sandbox
}
