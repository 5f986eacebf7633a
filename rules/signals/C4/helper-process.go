package repo

import "os/exec"

func head(script string) {
	exec.Command("git", "rev-parse", "HEAD") // expect: helper-process
	exec.Command("sh", "-c", script)         // ok: helper-process
}
