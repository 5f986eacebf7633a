package shell

import "os/exec"

func call(line string) {
	exec.Command("/bin/sh", "-c", line) // expect: shell-command
	exec.Command("convert", line)       // ok: shell-command
}
