package box

import "os/exec"

func confined(line string) {
	exec.Command("nsjail", "--", line) // expect: os-sandbox
	exec.Command("make", line)         // ok: os-sandbox
}
