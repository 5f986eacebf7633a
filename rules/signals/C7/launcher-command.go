package start

import "os/exec"

func run(name string) {
	exec.Command("npx", "-y", name) // expect: launcher-command
	exec.Command("node", name)      // ok: launcher-command
}
