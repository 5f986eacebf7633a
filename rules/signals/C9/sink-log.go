package shelf

import (
	"log/slog"
	"os/exec"
)

func lend(command string) error {
	slog.Info("lending", "command", command) // expect: sink-log
	return exec.Command(command).Run()
}

func tidy(command string) {
	slog.Info("tidied", "command", command) // ok: sink-log
}
