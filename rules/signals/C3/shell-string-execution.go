package demo

import (
	"os"
	"os/exec"
)

func run(command string) error {
	_ = exec.Command("ls", command)                // ok: shell-string-execution
	return exec.Command("bash", "-c", command).Run() // expect: shell-string-execution
}

func found(command, config string) {
	exec.Command(shellPath(), "-c", command)           // expect: shell-string-execution
	exec.Command(os.Getenv("COMSPEC"), "/c", command)  // expect: shell-string-execution
	exec.Command("git", "-c", config, "status")        // ok: shell-string-execution
}
