package shelf

import "os/exec"

func lend(d Desk, command string) error {
	d.RecordCommand(command) // expect: sink-record
	return exec.Command(command).Run()
}

func tidy(d Desk, command string) {
	d.RecordCommand(command) // ok: sink-record
}
