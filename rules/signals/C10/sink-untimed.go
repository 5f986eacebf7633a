package shelf

import "os/exec"

func lend(command string) error {
	return exec.Command(command).Run() // expect: sink-untimed
}

func held(command string, timeout Duration) error {
	return runFor(exec.Command(command), timeout) // ok: sink-untimed
}
