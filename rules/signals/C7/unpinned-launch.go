package start

import "os/exec"

func run(name string) {
	exec.Command("npx", "--yes", name) // expect: unpinned-launch
	exec.Command("npx", name)          // ok: unpinned-launch
}
