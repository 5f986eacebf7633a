package garden

import "os/exec"

func water(name string) error {
	return exec.Command(name).Run() // expect: place-run
}

func note(name string) string {
	return name // ok: place-run
}
