package repo

import "os/exec"

func head(script string) {
	exec.Command("git", "rev-parse", "HEAD") // expect: helper-process
	exec.Command("sh", "-c", script)         // ok: helper-process
}

func confine(ctx context.Context, profile string, script string) {
	exec.CommandContext(ctx, "sandbox-exec", "-p", profile, "sh", "-c", script) // expect: helper-process
	exec.CommandContext(ctx, script)                                            // ok: helper-process
}

func project() {
	exec.Command("gcloud", "config", "get-value", "project") // expect: helper-process
}
