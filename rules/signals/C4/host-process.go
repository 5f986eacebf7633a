package runner

import (
	"context"
	"os/exec"
)

type Runner struct{}

func (r *Runner) Start(ctx context.Context, name string) error {
	return exec.CommandContext(ctx, name, "--now").Run() // expect: host-process
}

func (r *Runner) Plan(step interface{ Command(string) }) {
	step.Command("later") // ok: host-process
}
