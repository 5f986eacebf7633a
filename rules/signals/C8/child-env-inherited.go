package run

import (
	"os"
	"os/exec"
)

func start() {
	exec.Command("tool") // expect: child-env-inherited
	os.Getpid() // ok: child-env-inherited
}
