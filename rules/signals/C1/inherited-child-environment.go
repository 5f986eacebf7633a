package demo

import (
	"os"
	"os/exec"
)

func start(bin string) *exec.Cmd {
	cmd := exec.Command(bin)
	cmd.Env = append(os.Environ(), "CI=1") // expect: inherited-child-environment
	return cmd
}

func lean(bin string) *exec.Cmd {
	cmd := exec.Command(bin)
	cmd.Env = []string{"PATH=/usr/bin"} // ok: inherited-child-environment
	return cmd
}
