package shell

import (
	"context"
	"os"
	"os/exec"
)

func call(ctx context.Context, line string) {
	exec.Command("/bin/sh", "-c", line)                        // expect: shell-command
	exec.Command("convert", line)                              // ok: shell-command
	exec.CommandContext(ctx, lookup(), "-c", line)             // expect: shell-command
	exec.CommandContext(ctx, os.Getenv("COMSPEC"), "/c", line) // expect: shell-command
	exec.CommandContext(ctx, "psql", "-c", line)               // ok: shell-command
}
