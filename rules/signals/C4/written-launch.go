package desk

import "os/exec"

func run(command string) {
	exec.Command("sh", "-c", command).Run() // expect: written-launch
	exec.Command("git", "status").Run() // ok: written-launch
}
