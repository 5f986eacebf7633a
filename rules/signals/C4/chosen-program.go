package shelf

import (
	"context"
	"os/exec"
)

func Pour(kettle string, cup string) error {
	// expect: chosen-program
	return exec.Command(kettle, cup).Run()
}

func Look(cup string) error {
	// ok: chosen-program
	return exec.Command("git", "show", cup).Run()
}

func Wait(ctx context.Context, kettle string) error {
	// expect: chosen-program
	return exec.CommandContext(ctx, kettle).Run()
}

func Ask(ctx context.Context, cup string) error {
	// ok: chosen-program
	return exec.CommandContext(ctx, "git", cup).Run()
}
