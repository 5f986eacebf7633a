package demo

import "os/exec"

func run(command string) error {
	_ = exec.Command("ls", command)                // ok: shell-string-execution
	return exec.Command("bash", "-c", command).Run() // expect: shell-string-execution
}
