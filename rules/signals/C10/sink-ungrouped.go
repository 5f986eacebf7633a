package shelf

import (
	"os/exec"
	"syscall"
)

func lend(command string) error {
	return exec.Command(command).Run() // expect: sink-ungrouped
}

func held(command string) error {
	c := exec.Command(command) // ok: sink-ungrouped
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return c.Run()
}
