package run

import (
	"context"
	"os/exec"
)

func start(ctx context.Context) {
	exec.Command("tool").Run() // expect: process-without-timeout
	exec.CommandContext(ctx, "tool").Run() // ok: process-without-timeout
}
