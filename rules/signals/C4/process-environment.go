package runner

import (
	"os"
	"os/exec"
)

func start(name string) {
	cmd := exec.Command(name)
	cmd.Env = append(os.Environ(), "A=b") // expect: process-environment
	cmd.Env = []string{"LANG=C"}          // ok: process-environment
}
