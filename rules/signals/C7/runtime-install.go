package setup

import "os/exec"

func ensure(name string) {
	exec.Command("pip", "install", name) // expect: runtime-install
}

func version() {
	exec.Command("pip", "--version") // ok: runtime-install
}
