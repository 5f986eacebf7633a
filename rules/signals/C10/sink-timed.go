package shelf

import (
	"context"
	"os/exec"
	"time"
)

func lend(parent context.Context, command string) error {
	ctx, done := context.WithTimeout(parent, 30*time.Second)
	defer done()
	return exec.CommandContext(ctx, command).Run() // expect: sink-timed
}

func tidy(command string) error {
	return exec.Command(command).Run() // ok: sink-timed
}
