package delegate

import "os/exec"

func run(task string) {
	exec.Command("codex", "exec", task) // expect: agent-program
	exec.Command("clang", task)         // ok: agent-program
}
