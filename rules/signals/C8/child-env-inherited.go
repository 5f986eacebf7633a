package run

import (
	"os"
	"os/exec"
)

func start() {
	exec.Command("tool") // expect: child-env-inherited
	os.Getpid() // ok: child-env-inherited
}

func startDesk(name string, env []string) error {
	cmd := exec.Command(name) // ok: child-env-inherited
	cmd.Env = env
	return cmd.Run()
}
